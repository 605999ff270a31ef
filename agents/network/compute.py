"""Where networks are computed, and how precisely."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True)
class Compute:
    """A device, and whether its matrix products are taken in bfloat16 (weights and sums stay float32)."""

    device: torch.device
    bf16: bool

    @classmethod
    def named(cls, device: str = "cpu", bf16: bool | None = False) -> Compute:
        """The device of that name.

        Args:
            device: ``"cpu"``, ``"cuda"``, or ``"auto"``: a GPU if there is one.
            bf16: None takes bfloat16 where the hardware computes it, which is several times as fast there.

        Raises:
            ValueError: no such device, or none on this machine.
        """
        if device not in ("auto", "cpu", "cuda"):
            raise ValueError(f"unknown device {device!r}: it is auto, cpu or cuda")
        if device == "cuda" and not torch.cuda.is_available():
            raise ValueError("no GPU that PyTorch can use: take --device auto or cpu")
        kind = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
        return cls(torch.device(kind), _computes_bf16(kind) if bf16 is None else bf16)

    @property
    def dtype(self) -> torch.dtype:
        """Of what goes into networks."""
        return torch.bfloat16 if self.bf16 else torch.float32

    def precision(self) -> torch.autocast:
        """The context in which networks are called."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.bf16)


def _computes_bf16(kind: str) -> bool:
    if kind == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name, False) for name in ("avx512_bf16", "amx_bf16", "bf16"))


CPU = Compute(torch.device("cpu"), bf16=False)
"""As players compute when they are not trained: the same on every machine."""
