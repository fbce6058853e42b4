import type { Game } from '../../../chess/game.ts';
import { render } from '../../../chess/messages.ts';
import { resultToken } from '../../../chess/pgn-write.ts';
import { unknownValue } from '../../../chess/tags.ts';
import type { PageContext } from '../../page.ts';

type Tagged = Pick<Game, 'tags'>;

/** The value of a tag; undefined where it is absent or marked as unknown. */
function tagOf({ tags }: Tagged, name: string): string | undefined {
  const value = tags[name];
  return value === undefined || value === '' || value === unknownValue(name) ? undefined : value;
}

/** The players as one line, with their ratings; undefined without names. */
export function playersOf({ t }: Pick<PageContext, 't'>, game: Tagged): string | undefined {
  const nameOf = (color: 'White' | 'Black') => {
    const [name, rating] = [tagOf(game, color), tagOf(game, `${color}Elo`)];
    return name !== undefined && /^\d{3,4}$/.test(rating ?? '') ? `${name} (${rating})` : name;
  };
  const [white, black] = [nameOf('White'), nameOf('Black')];
  if (white === undefined && black === undefined) return undefined;
  return t('review.players', {
    white: white ?? t('review.white'),
    black: black ?? t('review.black'),
  });
}

/** The day of an imported game, as precise as its file: `Nov 4, 1992`, `1992.11`. */
function dayOf({ date }: Pick<PageContext, 'date'>, game: Tagged): string | undefined {
  const text = tagOf(game, 'Date');
  const [, year, month, day] = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(text ?? '') ?? [];
  if (year === undefined) return text;
  const time = new Date(`${year}-${month}-${day}T00:00Z`);
  if (!Number.isNaN(time.getTime())) return date(time);
  return [year, month, day].filter((part) => part !== '??').join('.');
}

/** The event and the day of an imported game; undefined where its tags have neither. */
export function eventOf(context: Pick<PageContext, 'date'>, game: Tagged): string | undefined {
  const known = [tagOf(game, 'Event'), dayOf(context, game)].filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(', ');
}

/** The players, or the day of a game without names. */
export function gameTitle(
  context: Pick<PageContext, 't' | 'time' | 'date'>,
  game: Tagged,
  createdAt: Date,
): string {
  const date = dayOf(context, game) ?? context.time(createdAt);
  return playersOf(context, game) ?? context.t('review.game_of', { date });
}

/** `World Championship, Nov 4, 1992 · 1-0, Checkmate`; undefined while the game runs. */
export function outcomeOf(context: Pick<PageContext, 'locale' | 'date'>, game: Game): string | undefined {
  const { outcome } = game;
  if (!outcome) return undefined;
  const result = `${resultToken(outcome)}, ${render(context.locale, `reason.${outcome.reason}`)}`;
  return [eventOf(context, game), result].filter((part) => part !== undefined).join(' · ');
}
