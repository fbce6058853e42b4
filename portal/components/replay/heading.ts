import type { Game } from '../../../chess/game.ts';
import { render } from '../../../chess/messages.ts';
import { resultToken } from '../../../chess/pgn-write.ts';
import type { PageContext } from '../../page.ts';

/** The players as one line; undefined where the game names none. */
export function playersOf({ t }: Pick<PageContext, 't'>, { tags }: Pick<Game, 'tags'>): string | undefined {
  const nameOf = (tag: 'White' | 'Black') => {
    const name = tags[tag];
    return name === undefined || name === '' || name === '?' ? undefined : name;
  };
  const [white, black] = [nameOf('White'), nameOf('Black')];
  if (white === undefined && black === undefined) return undefined;
  return t('review.players', {
    white: white ?? t('review.white'),
    black: black ?? t('review.black'),
  });
}

/** `1-0, Checkmate`; undefined while the game runs. */
export function outcomeOf({ locale }: Pick<PageContext, 'locale'>, { outcome }: Game): string | undefined {
  return outcome ? `${resultToken(outcome)}, ${render(locale, `reason.${outcome.reason}`)}` : undefined;
}
