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

/** The players, or the day of a game that names none. */
export function gameTitle(
  context: Pick<PageContext, 't' | 'time'>,
  { tags }: Pick<Game, 'tags'>,
  date: Date,
): string {
  return playersOf(context, { tags }) ?? context.t('review.game_of', { date: context.time(date) });
}

/** `1-0, Checkmate`; undefined while the game runs. */
export function outcomeOf({ locale }: Pick<PageContext, 'locale'>, { outcome }: Game): string | undefined {
  return outcome ? `${resultToken(outcome)}, ${render(locale, `reason.${outcome.reason}`)}` : undefined;
}
