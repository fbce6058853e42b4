import { z } from 'zod';
import { results } from '../../chess/outcome.ts';
import { maximumPlies } from '../../chess/play.ts';
import { presentReplay } from '../../chess/present.ts';
import { wrong } from '../plugins/chess-fields.ts';
import { presentArchived, presentStorage } from '../routes/chess/archive/present.ts';
import { Id } from '../routes/chess/fields.ts';
import { type Action, answering, type Call, readFields } from './call.ts';
import { windowOf, PageFields } from './page.ts';

const Listing = z.object({ ...PageFields, result: z.enum(results).nullish() });
const OneGame = z.object({ game_id: Id });
/** A number beyond the longest game means the end of the game. */
const Plies = z
  .number()
  .refine(Number.isInteger, {
    params: wrong('error.wrong_type', { expected: { text: 'type.integer' } }),
    abort: true,
  })
  .transform((plies) => Math.min(plies, maximumPlies))
  .refine((plies) => plies >= 0, {
    params: wrong('error.out_of_range', { minimum: 0, maximum: maximumPlies }, 'out_of_range'),
  });
const Replay = OneGame.extend({ move_number: Plies.nullish() });

async function listArchived(call: Call): Promise<object> {
  const { result, ...page } = readFields(Listing, call);
  const { games, total, storage } = await call.chess.archive.list(result ?? undefined, windowOf(page));
  return { games: games.map(presentArchived), total, storage: presentStorage(storage) };
}

async function getArchived(call: Call): Promise<object> {
  const { game_id: id } = readFields(OneGame, call);
  return presentReplay(await call.chess.archive.get(id));
}

async function replayArchived(call: Call): Promise<object> {
  const { game_id: id, move_number: plies } = readFields(Replay, call);
  const game = await call.chess.archive.get(id);
  return presentReplay(game, plies ?? game.moves.length);
}

export const archiveActions: Readonly<Record<string, Action>> = {
  list_archived: answering(listArchived),
  get_archived: answering(getArchived),
  replay_archived: answering(replayArchived),
  get_storage_stats: answering(async ({ chess }) => presentStorage(await chess.archive.measure())),
};
