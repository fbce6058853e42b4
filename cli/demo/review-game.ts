import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fetchAgain } from './fetch-again.ts';

const Imported = z.object({ game_id: z.string() });
const Accepted = z.object({ job_id: z.string() });
const Job = z.object({
  status: z.union([z.string(), z.looseObject({ Failed: z.object({ error: z.string() }).optional() })]),
  result: z
    .object({
      summary: z.object({
        total_moves: z.number(),
        white_accuracy: z.number(),
        black_accuracy: z.number(),
        inaccuracies: z.number(),
        mistakes: z.number(),
        blunders: z.number(),
      }),
    })
    .optional(),
});
const Problem = z.object({ error: z.string() });

/** Time per position: enough for a demo, not for a correct evaluation. */
const movetimeMs = 100;
const pollMs = 200;
const withinMs = 120_000;

export interface ReviewedGame {
  jobId: string;
  summary: NonNullable<z.infer<typeof Job>['result']>['summary'];
}

/**
 * Imports a game and has it reviewed. A repeated import within a day returns the same game and review.
 * @throws Error with the server's own sentence, or if the review takes too long
 */
export async function reviewGame(url: string, pgn: string): Promise<ReviewedGame> {
  const key = `demo-${createHash('sha256').update(pgn).digest('hex').slice(0, 16)}`;
  const imported = await call(`${url}/api/games/pgn`, { pgn }, { 'idempotency-key': key });
  const { game_id: gameId } = Imported.parse(imported);
  const accepted = await call(`${url}/api/analysis/game/${gameId}`, { movetime_ms: movetimeMs });
  const { job_id: jobId } = Accepted.parse(accepted);
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const { status, result } = Job.parse(await call(`${url}/api/analysis/jobs/${jobId}`));
    if (result) return { jobId, summary: result.summary };
    const failed = typeof status === 'string' ? undefined : status.Failed;
    if (failed) throw new Error(`the review failed: ${failed.error}`);
    if (status === 'Cancelled') throw new Error('the review was cancelled');
    await pause(pollMs);
  }
  throw new Error(`the review ${jobId} is not completed after ${withinMs / 1_000} s`);
}

async function call(url: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetchAgain(url, body === undefined ? {} : post);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const problem = Problem.safeParse(answer);
  throw new Error(problem.success ? problem.data.error : `${url} answered with status ${response.status}`);
}
