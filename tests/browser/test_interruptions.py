"""Whatever happens in between, nothing is lost: reload, kill -9, other tabs and games, nonsense, a failing opponent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_PUT_TRUMPS_ASIDE, OTHERS_SHOW, PERSON_TAKES, Deal, game_of, games_of
from person import PATIENCE, Person, at_the_first_card, play_until, settle, sit_down, start_game
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]


def hand(page: Page) -> list[str]:
    return page.locator("#hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)")


def test_reload_and_kill_9_go_on_where_the_match_was(tmp_path: Path, open_window: Open) -> None:
    page = open_window("laptop")
    settle(page)
    options = ("--agents", "heuristic", "--lang", "fr")
    with served(tmp_path, *options) as address:
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        play_until(Person(page), 16)
        held = hand(page)
        page.reload()
        expect(page.locator("#hand[data-open] .card")).to_have_count(16, timeout=PATIENCE)
        assert hand(page) == held
        port = int(address.rsplit(":", 1)[1].strip("/"))
    expect(page.locator("#toast")).to_contain_text("Connexion perdue", timeout=PATIENCE)
    with served(tmp_path, *options, port=port):
        expect(page.locator("#toast")).to_contain_text("rétablie", timeout=PATIENCE)
        assert hand(page) == held
        Person(page).play_deal()
        expect(page.locator("dialog.result .winners")).to_be_visible()


def test_an_illegal_card_tells_why_and_stays_in_the_hand(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone on its side")
        at_the_first_card(page, address, *game_of(tmp_path, OTHERS_SHOW))
        dim = page.locator("#hand .card.dim").first
        dim.click(position={"x": 6, "y": 12}, force=True)
        expect(page.locator("#toast.on")).to_be_visible()
        told = str(page.locator("#toast").text_content())
        assert told.startswith("you must follow spades: play ")
        assert told in str(dim.get_attribute("aria-label"))
        assert len(hand(page)) == 18


NONSENSE = [
    "nonsense",
    "[]",
    json.dumps({"do": "act", "deal": 1, "turn": 0, "actions": ["SK"]}),
    json.dumps({"do": "act", "deal": 1, "turn": 10**9, "actions": ["PASS"]}),
    json.dumps({"do": "review", "deal": 1}),
    json.dumps({"do": "open", "game": "../../etc/passwd"}),
]


def test_nonsense_from_the_page_is_answered_and_changes_nothing(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        play_until(Person(page), 18)
        (file,) = tmp_path.glob("*/*.jsonl")
        before = file.read_bytes()
        answers = page.evaluate(
            """([frames, game]) => new Promise((resolve) => {
              const socket = new WebSocket(`ws://${location.host}/socket`);
              const heard = [];
              socket.onopen = () => {
                for (const frame of [JSON.stringify({do: "open", game}), ...frames]) socket.send(frame);
              };
              socket.onmessage = ({data}) => {
                const message = JSON.parse(data);
                if (message.type === "refused") heard.push(message.reason);
                if (heard.length === frames.length) resolve(heard);
              };
            })""",
            [NONSENSE, file.stem],
        )
        assert all(answers)
        assert file.read_bytes() == before
        Person(page).play_deal()


def test_n_starts_a_game_and_the_one_before_is_taken_up_again(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        play_until(Person(page), 16)
        held, first = hand(page), page.url
        page.keyboard.press("n")
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
        assert page.url != first
        page.keyboard.press("m")
        expect(page.locator("dialog.menu .game")).to_have_count(2)
        page.locator("dialog.menu .game:not([aria-current])").click()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("#hand .card")).to_have_count(16, timeout=PATIENCE)
        assert (hand(page), page.url) == (held, first)


def test_each_tab_has_a_game_of_its_own(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        cookie, (first, second) = games_of(tmp_path, OTHERS_SHOW, OTHERS_PUT_TRUMPS_ASIDE)
        one = open_window("laptop")
        settle(one)
        sit_down(one, address, cookie, first)
        two = one.context.new_page()
        settle(two)
        sit_down(two, address, cookie, second)
        assert one.url != two.url
        held = hand(one)
        play_until(Person(two), 17)
        assert hand(one) == held
        play_until(Person(one), 17)
        three = one.context.new_page()
        settle(three)
        three.goto(two.url)
        expect(three.locator("#hand[data-open] .card")).to_have_count(17, timeout=PATIENCE)
        Person(three).press(three.locator("#hand .card:not(.dim)").first)
        expect(two.locator("#hand .card")).to_have_count(16, timeout=PATIENCE)


def test_an_opponent_that_fails_is_replaced_for_the_move_and_the_page_says_so(
    tmp_path: Path, open_window: Open
) -> None:
    deal = Deal(("opponents:Boasts", "opponents:Fails", "opponents:Quiet"), 0, OTHERS_SHOW.hands, OTHERS_SHOW.dog)
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, deal))
        person = Person(page)
        play_until(person, 18)
        expect(page.locator("#toast")).to_have_text("Across failed: the heuristic player chose this move.")
        person.play_deal()


def test_a_bid_of_a_chelem_can_be_taken_back_before_it_is_confirmed(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, PERSON_TAKES))
        choices = page.locator("#panel .choice")
        page.evaluate(TWICE_AT_ONCE)
        expect(page.locator("#panel h2")).to_have_text("Garde contre and chelem: really?")
        choices.filter(has_text="Back to the bids").click()
        expect(page.locator("#panel h2")).to_have_text("Your bid")
        choices.filter(has_text="Pass").click()
        expect(page.locator(".south .said")).to_have_text("Pass", timeout=PATIENCE)


@pytest.mark.parametrize(("size", "keys"), [("phone", False), ("laptop", True)])
def test_a_chelem_with_the_discard_is_asked_for_twice(tmp_path: Path, open_window: Open, size: str, keys: bool) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window(size)
        settle(page)
        sit_down(page, address, *game_of(tmp_path, PERSON_TAKES))
        person = Person(page, keys=keys)
        person.press(page.locator("#panel .choice", has_text="Garde").first)
        page.locator(".look .go").click(timeout=PATIENCE)
        person.choose_discard()
        offer, question = page.locator("#confirm-chelem"), page.locator("#panel h2")
        back, announce = (page.locator("#panel .choice").nth(k) for k in (0, 1))
        person.press(offer)
        expect(question).to_have_text("Chelem: really?")
        expect(back).to_be_focused()
        person.press(back)
        expect(question).to_have_text("Put 6 cards aside 6 of 6")
        person.press(offer)
        person.press(page.locator("#hand .card.chosen").first)
        expect(question).to_have_text("Put 6 cards aside 5 of 6")
        person.choose_discard()
        page.evaluate(TWICE_AT_ONCE)
        expect(question).to_have_text("Chelem: really?")
        person.press(announce)
        expect(page.locator("#bar")).to_contain_text("chelem announced", timeout=PATIENCE)


TWICE_AT_ONCE = """() => {
  for (let k = 0; k < 2; k++) [...document.querySelectorAll("#panel .choice")].at(-1).click();
}"""


def test_a_closed_score_sheet_leaves_a_way_on(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--deals", "2", "--seed", "4", "--lang", "en") as address:
        page = open_window("phone")
        settle(page)
        start_game(page, address)
        page.locator("[data-do=result]").click()
        expect(page.locator("#toast.on")).to_have_text("No deal has been counted yet.")
        Person(page).play_deal()
        page.keyboard.press("Escape")
        page.locator("#panel .choice", has_text="Score").click()
        page.locator("dialog.result .close").click()
        page.locator("#panel .choice", has_text="Next deal").click()
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
        page.locator("[data-do=result]").click()
        expect(page.locator("dialog.result h2")).to_have_text("Deal 1")
        expect(page.locator("dialog.result [data-do=next]")).to_have_count(0)
