import { render } from 'preact';
import type { Story } from '../../components/board/story.ts';

type Drawing = Parameters<typeof render>[0];

const drawn = new WeakSet<Element>();

/** Draws into the marked places of a page; the first drawing replaces the server's. */
export function drawInto(root: HTMLElement, drawings: Readonly<Record<string, () => Drawing>>): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-draw]')) {
    const draw = drawings[place.dataset['draw'] ?? ''];
    if (!draw) continue;
    if (!drawn.has(place)) place.replaceChildren();
    drawn.add(place);
    render(draw(), place);
  }
}

/** The plain data of the page's drawings. */
export function readStory(root: HTMLElement): Story {
  return JSON.parse(root.dataset['story'] ?? '') as Story;
}
