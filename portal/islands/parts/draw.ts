import { render } from 'preact';
import type { Story } from '../../components/board/story.ts';

type Drawing = Parameters<typeof render>[0];

const drawn = new WeakSet<Element>();

/** Draws into the places of a page that wait for it; the first time in the stead of what the server has drawn. */
export function drawInto(root: HTMLElement, drawings: Readonly<Record<string, () => Drawing>>): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-draw]')) {
    const draw = drawings[place.dataset['draw'] ?? ''];
    if (!draw) continue;
    if (!drawn.has(place)) place.replaceChildren();
    drawn.add(place);
    render(draw(), place);
  }
}

/** The plain data that the page was drawn from. */
export function readStory(root: HTMLElement): Story {
  return JSON.parse(root.dataset['story'] ?? '') as Story;
}
