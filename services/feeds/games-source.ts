import { findGameStanding, listGamesChangedWithin } from '../../store/postgres/chess/game-event-standing.ts';
import { type GameEvent, listEventsSince } from '../../store/postgres/chess/game-events.ts';
import { findGame } from '../../store/postgres/chess/games.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Game } from '../../chess/game.ts';
import { presentEvent } from '../games/events.ts';
import { type FeedEvent, feedEvent, type Source } from './feed-event.ts';

/** Events of games, from the rows of their last events. */
export function createGamesSource(pool: Pool): Source {
  return {
    isDense: true,
    async find(id) {
      const standing = await findGameStanding(pool, id);
      return standing && { seq: standing.seq, isGone: standing.isDeleted };
    },
    async listSince(id, seq) {
      const events = await listEventsSince(pool, id, seq);
      const hasUpdates = events.some(({ happened }) => happened.event === 'game_updated');
      // read after the events, so that the game contains the moves of all of them
      const game = hasUpdates ? ((await findGame(pool, id))?.game ?? null) : null;
      return events.map((event) => happeningOf(id, event, game));
    },
    listChangedWithin: (seconds) => listGamesChangedWithin(pool, seconds),
  };
}

function happeningOf(id: string, { seq, happened }: GameEvent, game: Game | null): FeedEvent {
  const { event } = happened;
  return feedEvent({ id, seq, isLast: event === 'game_deleted' }, (locale) => ({
    type: 'event',
    event,
    game_id: id,
    seq,
    data: presentEvent(id, happened, game, locale),
  }));
}
