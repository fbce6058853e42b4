import { board } from '../components/board/board.ts';
import { graph } from '../components/board/graph.ts';
import { legend, moment } from '../components/board/moment.ts';
import {
  barOf,
  fenAt,
  longestLine,
  marksOf,
  nextOf,
  type Place,
  placeAddress,
  sentenceOf,
  type Step,
  stepsFrom,
} from '../components/board/place.ts';
import { boardOfStory } from '../components/board/position.ts';
import type { Story } from '../components/board/story.ts';
import { offerCopies, showText } from './parts/copy.ts';
import { drawInto, readStory } from './parts/draw.ts';
import { followPage } from './parts/follow-page.ts';
import { renewPart, scrollToCurrent } from './parts/renew.ts';
import { listenToReplayKeys } from './parts/replay-keys.ts';
import { scrub } from './parts/scrub.ts';

/** Steps through a game without page loads: the same drawings as the page's; the address follows. */
const lineMs = 900;

function start(root: HTMLElement): void {
  let story = readStory(root);
  const query = new URLSearchParams(location.search);
  let place: Place = {
    ply: numberOf(root.dataset['place']),
    line: numberOf(query.get('line')),
    isFlipped: query.get('flip') === '1',
  };
  let playing: number | undefined;
  const path = root.dataset['path'] ?? location.pathname;

  function go(next: Partial<Place>): void {
    const ply = Math.max(0, Math.min(story.moves.length, next.ply ?? place.ply));
    place = {
      ply,
      line: Math.min(longestLine(story, ply), next.line ?? 0),
      isFlipped: next.isFlipped ?? place.isFlipped,
    };
    // `replaceState`, as each step would add an entry to the browser's history
    history.replaceState(history.state, '', placeAddress(path, place)(place));
    draw();
  }

  function stop(): void {
    clearInterval(playing);
    playing = undefined;
  }

  function playLine(): void {
    stop();
    const longest = longestLine(story, place.ply);
    if (longest === 0) return;
    go({ line: 1 });
    playing = window.setInterval(
      () => (place.line >= longest ? stop() : go({ line: place.line + 1 })),
      lineMs,
    );
  }

  function draw(): void {
    const { ply } = place;
    const address = placeAddress(path, place);
    const hrefOf = (to: number) => address({ ply: to });
    const labelOf = (to: number) => story.moves[to - 1]?.label ?? story.words.start;
    drawInto(root, {
      board: () => board(boardOfStory(story, place)),
      bar: () => barOf(story, place),
      legend: () => legend(story, place),
      moment: () => moment(story, place, address),
      said: () => sentenceOf(story, place),
      graph: () => graph({ chances: story.chances, marks: marksOf(story), current: ply, labelOf, hrefOf }),
    });
    const fen = root.querySelector<HTMLElement>('[data-fen]');
    if (fen) showText(fen, fenAt(story, ply));
    if (fen) fen.hidden = place.line > 0;
    markCurrent(root, ply);
    pointSteps(root, story, place, address);
  }

  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const { ply, line, next, side, step } = (link as HTMLElement).dataset;
    if (ply === undefined && next === undefined && step === undefined) return;
    event.preventDefault();
    stop();
    if (step !== undefined) go(stepsFrom(place, story)[step as Step] ?? place);
    else if (ply !== undefined) go({ ply: Number(ply), line: numberOf(line) });
    else go({ ply: nextOf(story, { quality: next ?? '', side: side ?? '' }, place.ply) ?? place.ply });
  });
  root.addEventListener('submit', (event) => {
    const control = event.target instanceof HTMLElement ? event.target.dataset['control'] : undefined;
    if (control === undefined) return;
    event.preventDefault();
    if (control === 'flip') flip();
    else playLine();
  });
  const flip = () => go({ isFlipped: !place.isFlipped, line: place.line });
  listenToReplayKeys((key) => {
    const wasPlaying = playing !== undefined || place.line > 0;
    stop();
    if (key === 'flip') flip();
    else if (key === 'leave') {
      if (wasPlaying) go({});
    } else go(stepsFrom(place, story)[key] ?? place);
  });
  scrub(
    root,
    () => story.moves.length,
    (ply) => {
      stop();
      go({ ply });
    },
  );

  function renew(page: Document): void {
    const next = page.querySelector<HTMLElement>('[data-replay]');
    if (!next) return;
    story = readStory(next);
    root.dataset['running'] = next.dataset['running'] ?? 'false';
    const keepsFocus = root.dataset['running'] === 'true';
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      if (!keepsFocus || !part.contains(document.activeElement)) renewPart(part, page);
    }
    offerCopies(root);
    draw();
  }

  root.querySelector('details[data-part=chances]')?.removeAttribute('open');
  draw();
  followPage({
    address: () => placeAddress(path, place)(place),
    show: renew,
    // the review was deleted
    lost: (page) => {
      const said = document.querySelector('[data-part=progress] [role=status]');
      if (said) said.textContent = page.querySelector('main h1')?.textContent ?? '';
    },
    isRunning: () => root.dataset['running'] === 'true',
    hasResults: () => story.evaluations.some((each) => each !== null),
    state: () => document.querySelector('[data-part=progress]')?.textContent ?? '',
  });
}

/** Marks the current move in the lists; the list of moves scrolls to it, the page does not. */
function markCurrent(root: HTMLElement, ply: number): void {
  for (const link of root.querySelectorAll<HTMLElement>('.moves a, .key-moments a')) {
    const isCurrent = link.dataset['ply'] === String(ply);
    if (!isCurrent) {
      link.removeAttribute('aria-current');
      continue;
    }
    link.setAttribute('aria-current', 'true');
    scrollToCurrent(link);
  }
}

function pointSteps(
  root: HTMLElement,
  story: Story,
  place: Place,
  address: ReturnType<typeof placeAddress>,
): void {
  const steps = stepsFrom(place, story);
  for (const link of root.querySelectorAll<HTMLElement>('[data-step]')) {
    const to = steps[link.dataset['step'] as Step];
    if (to === undefined) {
      link.removeAttribute('href');
      link.setAttribute('aria-disabled', 'true');
    } else {
      link.setAttribute('href', address(to));
      link.removeAttribute('aria-disabled');
    }
  }
  const analysis = root.querySelector<HTMLAnchorElement>('a[data-analysis-of]');
  if (analysis) {
    const game = analysis.dataset['analysisOf'] ?? '';
    analysis.href = `/chess/analysis?${new URLSearchParams({ game, ply: String(place.ply) })}`;
  }
  const show = root.querySelector<HTMLButtonElement>('[data-control=line] button');
  if (show) show.disabled = longestLine(story, place.ply) === 0;
}

const numberOf = (text: string | null | undefined): number => {
  const number = Number(text ?? 0);
  return Number.isInteger(number) && number > 0 ? number : 0;
};

const root = document.querySelector<HTMLElement>('[data-replay=whole]');
if (root) start(root);
