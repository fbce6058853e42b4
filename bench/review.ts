import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readPgn } from '../chess/pgn-read.ts';
import { type Annotation, qualities, type ReviewResult } from '../chess/review/result.ts';
import { chess, finishedReview } from '../test/support/analysis.ts';
import { query } from '../test/support/database.ts';
import { laskerCapablanca } from './support/lasker-capablanca.ts';
import { type BenchGame, type PeerReview, reviewWithPeer } from './support/peer-review.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    movetime: { type: 'string', default: '1000' },
    hash: { type: 'string', default: '64' },
    stockfish: { type: 'string', default: '/usr/games/stockfish' },
    list: { type: 'boolean', default: false },
    /** Skips the last part, which has no time limit: the peer searches to the depths that we reached. */
    'same-time-only': { type: 'boolean', default: false },
    /** Another engine, or the peer with another time, to measure how much two strong engines differ. */
    beside: { type: 'string' },
    'beside-movetime': { type: 'string' },
  },
});
const movetimeMs = Number(values.movetime);
const hashMb = Number(values.hash);
/** The smallest depth of a review. */
const depth = 30;

const game: BenchGame = readPgn(laskerCapablanca);

const ours = await reviewHere();
say('the peer, with the same ceilings');
const theirs = await reviewPeer(() => `depth ${depth} movetime ${movetimeMs}`);
const besideMs = Number(values['beside-movetime'] ?? movetimeMs);
const beside = values.beside ? await reviewBeside(values.beside) : undefined;
if (values.list) listDifferences(ours.result, theirs.result);
const sameDepth = values['same-time-only'] ? undefined : await reviewToDepths(ours.depths);

const load = loadavg()
  .map((value) => round(value))
  .join(' ');
report(`A review of ${game.moves.length} half-moves, one thread, ${hashMb} MB (load ${load})`, [
  { what: `here, ${movetimeMs} ms per position`, ...facts(ours) },
  { what: `peer, ${movetimeMs} ms per position`, ...facts(theirs), ...agreement(ours.result, theirs.result) },
  ...(beside === undefined
    ? []
    : [
        {
          what: `peer beside ${values.beside}, ${besideMs} ms`,
          ...facts(beside),
          ...agreement(theirs.result, beside.result),
        },
      ]),
  ...(sameDepth === undefined
    ? []
    : [
        {
          what: 'peer, to the depths reached here',
          ...facts(sameDepth),
          'x here': round(ours.wallMs / sameDepth.wallMs, 2),
          ...agreement(ours.result, sameDepth.result),
        },
        // shows how much two searches of the same engine differ
        { what: 'peer beside itself', ...agreement(theirs.result, sameDepth.result) },
      ]),
]);

/** Reviews through the service, from the request to the result. */
async function reviewHere(): Promise<PeerReview> {
  say('starting the platform');
  await using platform = await startDurablePlatform({ ENGINE_THREADS: '1', TT_SIZE_MB: String(hashMb) });
  const imported = await chess(platform, 'POST', '/games/pgn', { body: { pgn: laskerCapablanca } });
  say('the review');
  const started = performance.now();
  const accepted = await chess(platform, 'POST', `/analysis/game/${imported.body.game_id}`, {
    body: { movetime_ms: movetimeMs },
  });
  const jobId: string = accepted.body.job_id;
  const withinMs = (movetimeMs + 5_000) * (game.moves.length + 1);
  const { status, result } = await finishedReview(platform, jobId, withinMs);
  const wallMs = performance.now() - started;
  if (status !== 'Completed') throw new Error(`the review ended as ${JSON.stringify(status)}`);
  const rows = await query<{ depth: number }>(
    platform.databaseUrl,
    "select (analysis->>'depth')::int as depth from review_positions where review_id = $1 order by ply",
    [jobId],
  );
  return { wallMs, depths: rows.map((row) => row.depth), result };
}

function reviewToDepths(depths: readonly number[]): Promise<PeerReview> {
  say('the peer, to the depths that were reached here');
  return reviewPeer((ply) => `depth ${Math.max(1, depths[ply] ?? 1)}`);
}

function reviewPeer(limitOf: (ply: number) => string): Promise<PeerReview> {
  return reviewWithPeer(game, { command: values.stockfish, hashMb, depth, limitOf });
}

function reviewBeside(command: string): Promise<PeerReview> {
  say(`${command}, to be compared with the peer`);
  const limit = `depth ${depth} movetime ${besideMs}`;
  return reviewWithPeer(game, { command, hashMb, depth, limitOf: () => limit });
}

function facts({ wallMs, depths }: PeerReview) {
  return { seconds: round(wallMs / 1_000), 'median depth': median(depths) };
}

/** Agreement in percent of the moves. */
function agreement(one: ReviewResult, other: ReviewResult) {
  const pairs = one.annotations.flatMap((move, index): [Annotation, Annotation][] => {
    const same = other.annotations[index];
    return same ? [[move, same]] : [];
  });
  const share = (isSame: (a: Annotation, b: Annotation) => boolean) =>
    round((100 * pairs.filter(([a, b]) => isSame(a, b)).length) / pairs.length);
  return {
    'same best move %': share((a, b) => a.best_san === b.best_san),
    'same class %': share((a, b) => a.quality === b.quality),
    'within one class %': share((a, b) => Math.abs(classOf(a) - classOf(b)) <= 1),
  };
}

/** Lists moves whose judgements differ by more than a class. */
function listDifferences(one: ReviewResult, other: ReviewResult): void {
  for (const [index, move] of one.annotations.entries()) {
    const same = other.annotations[index];
    if (!same || Math.abs(classOf(move) - classOf(same)) <= 1) continue;
    const judged = ({ quality, best_san, best_eval, played_eval, search_depth }: Annotation) =>
      `${quality} (${best_san} ${best_eval}, played ${played_eval}, depth ${search_depth})`;
    say(`${move.ply} ${move.san}: here ${judged(move)}, there ${judged(same)}`);
  }
}

function classOf({ quality }: Annotation): number {
  return qualities.indexOf(quality);
}
