import type { PageContext } from '../../page.ts';
import { longestLine, type Place } from '../board/place.ts';
import type { Story } from '../board/story.ts';

/** The place in the address, limited to the game; `usual` where the address has none. */
export function readPlace({ query }: Pick<PageContext, 'query'>, story: Story, usual = 0): Place {
  const asked = query.get('ply');
  const ply = asked === null ? usual : wholeNumber(asked, story.moves.length);
  return {
    ply,
    line: wholeNumber(query.get('line'), longestLine(story, ply)),
    isFlipped: query.get('flip') === '1',
  };
}

function wholeNumber(text: string | null, most: number): number {
  const number = Number(text ?? 0);
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : 0;
}
