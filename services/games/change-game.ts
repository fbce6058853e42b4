import { chessError } from '../../chess/errors.ts';
import { currentFen, type Game } from '../../chess/game.ts';
import type { Move } from '../../chess/move.ts';
import { act as playAction, playMove } from '../../chess/play.ts';
import { turnOf } from '../../chess/position.ts';
import { changeMessageOf } from '../../chess/change-message.ts';
import { other, type Side } from '../../chess/side.ts';
import { finishGame } from '../../store/postgres/chess/finish-game.ts';
import { findGameStanding } from '../../store/postgres/chess/game-event-standing.ts';
import { addEvent } from '../../store/postgres/chess/game-events.ts';
import { lockGame, saveGame } from '../../store/postgres/chess/games.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { StoredGame } from '../../store/postgres/chess/stored-game.ts';
import { noGame } from './find-games.ts';
import type { ActionInput, Changed, KnownState, Player } from './asked.ts';
import { requireTurn, sideOf } from './seats.ts';

interface Change {
  id: string;
  by: Player;
  known: readonly KnownState[];
}

export async function move(db: Queryable, change: Change, wanted: Move): Promise<Changed> {
  return changeGame(db, change, (game, seat) => {
    if (!game.outcome) requireTurn(seat, turnOf(currentFen(game)));
    return playMove(game, wanted, new Date());
  });
}

export async function act(db: Queryable, change: Change, wanted: ActionInput): Promise<Changed> {
  return changeGame(db, change, (game, seat) => {
    if (!game.outcome && wanted.action === 'claim_draw') requireTurn(seat, turnOf(currentFen(game)));
    return playAction(game, { ...wanted, side: actingSide(game, wanted, seat) }, new Date());
  });
}

/**
 * A seat acts for its side. Without seats the receiver of an offer accepts it, even when the other side is to move.
 */
function actingSide(game: Game, { action, side }: ActionInput, seat: Side | null): Side | undefined {
  if (seat) {
    if (side === undefined || side === seat) return seat;
    throw chessError('invalid_field', 'error.unknown_value', { field: 'side', allowed: seat });
  }
  return side ?? (action === 'accept_draw' && game.drawOffer ? other(game.drawOffer) : undefined);
}

/** The game's row is locked from the read to the change: the second of two requests sees the change of the first. */
async function changeGame(
  db: Queryable,
  { id, by, known }: Change,
  play: (game: Game, seat: Side | null) => Game,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const stored = await lockGame(tx, id);
    if (!stored) throw noGame(id);
    const { game } = stored;
    const seat = sideOf(stored.seats, by.credential);
    await requireKnown(tx, game, known);
    const changed = play(game, seat);
    return save(tx, stored, changed);
  });
}

async function requireKnown(tx: Queryable, game: Game, known: readonly KnownState[]): Promise<void> {
  if (known.length === 0) return;
  const ply = game.moves.length;
  const standing = await findGameStanding(tx, game.id);
  if (known.some((state) => state.ply === ply && (state.seq === null || state.seq === standing?.seq))) return;
  throw chessError('version_conflict', 'error.version_conflict', { ply }, { details: { ply } });
}

async function save(tx: Queryable, stored: StoredGame, game: Game): Promise<Changed> {
  const { game: before } = stored;
  if (game.outcome) await finishGame(tx, { ...stored, game });
  else await saveGame(tx, game, before);
  const message = changeMessageOf(before, game);
  const last = game.moves.length > before.moves.length ? game.moves.at(-1) : undefined;
  const san = last?.san ?? null;
  const seq = await addEvent(tx, game.id, {
    event: 'game_updated',
    data: {
      ply: game.moves.length,
      message: { key: message.key, params: { ...message.params } },
      san,
      lastMove: last ? { from: last.from, to: last.to, promotion: last.promotion } : null,
      drawOffer: game.drawOffer,
      outcome: game.outcome,
    },
  });
  return { game, message, san, seq };
}
