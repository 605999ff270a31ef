"""What a user does who has installed the wheel and nothing else; run by wheel.py where the project is not near."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np

import agents
import tarot_env
from tarot_env import Record, tarot_v0
from tarot_env.observation import observe
from tarot_env.record import Recorder
from tarot_env.render import replay_html, table_svg

HERE = Path(sys.prefix).resolve()
for package in (tarot_env, agents):
    assert Path(package.__file__).is_relative_to(HERE), f"{package.__name__} is not the installed one"
for extra in ("torch", "numba", "tyro", "openskill", "starlette"):
    assert importlib.util.find_spec(extra) is None, f"{extra} is installed: this is no test of the wheel alone"

# The environments
env = tarot_v0.env()
env.reset(seed=7)
policy = agents.as_policy(agents.load("heuristic"), seed=7)
for name in env.agent_iter():
    over = env.terminations[name] or env.truncations[name]
    env.step(None if over else policy(env, name))
table = gymnasium.make("tarot_env:tarot_env/Tarot-v0", opponents="random")
seen, info = table.reset(seed=7)
assert table.observation_space.contains(seen)
tables = gymnasium.make_vec("tarot_env:tarot_env/Tarot-v0", num_envs=4)
tables.reset(seed=7)

# A game between agents, as a record
engine = tarot_env.Engine(1, seed=7)
recorder = Recorder(engine)
player, rng = agents.load("heuristic"), np.random.default_rng(7)
while not engine.done[0]:
    recorder.step(player.act(engine.observe(), rng))
record = recorder.record(agents=["heuristic"] * 4)
assert Record.loads(record.dumps()).replay().phase == "DONE"
Path("games.jsonl").write_text(record.dumps() + "\n", encoding="utf-8")

# The drawings and the viewer
svg = table_svg(observe(engine.state, engine.rules, 0))
assert svg.startswith("<svg")
page = replay_html(record)
assert "<script" in page
Path("deal.html").write_text(page, encoding="utf-8")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


# The commands, and what is said where an extra is missing
checked = command("-m", "tarot_env.record", "check", "games.jsonl")
assert (checked.returncode, checked.stdout) == (0, "1 record, 0 problems\n"), checked
shown = command("-m", "tarot_env.record", "view", "games.jsonl", "-o", "again.html")
assert shown.returncode == 0, shown
assert "<script" in Path("again.html").read_text(encoding="utf-8")
for arguments, extra in {
    ("-m", "agents.solver", "games.jsonl"): "tarot-env[search]",
    ("-c", "import agents\ntry: agents.load('best')\nexcept ValueError as e: exit(str(e))"): "tarot-env[train]",
}.items():
    refused = command(*arguments)
    assert refused.returncode != 0
    assert extra in refused.stderr, refused.stderr
    assert len(refused.stderr.splitlines()) == 1, refused.stderr

print(f"the wheel alone: environments, heuristic, record, an SVG of {len(svg)} and a viewer of {len(page)} characters")
