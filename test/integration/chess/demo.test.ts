import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Job } from '../../../services/reviews/present-review.ts';
import { reviewGame } from '../../../cli/demo/review-game.ts';
import { chess, finishedReview } from '../../support/analysis.ts';
import { startPlatform } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';

const file = new URL('../../../examples/chess/opera-game.pgn', import.meta.url);

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('the bundled game', () => {
  test('is brought along and reviewed, once however often that is asked for', async () => {
    const { url } = await startPlatform();
    const pgn = await readFile(file, 'utf8');

    const reviewed = await reviewGame(url, pgn);
    const again = await reviewGame(url, pgn);

    expect(reviewed.summary).toMatchObject({ total_moves: 33 });
    expect(again).toEqual(reviewed);
  });

  test('has no best move that walks into a mate, however short its searches', async () => {
    const platform = await startPlatform();

    const pgn = await readFile(file, 'utf8');
    const { body: game } = await chess(platform, 'POST', '/games/pgn', { body: { pgn } });
    const asked = { body: { movetime_ms: 20 } };
    const { body: job } = await chess(platform, 'POST', `/analysis/game/${game.game_id}`, asked);
    const review = await finishedReview(platform, job.job_id);

    const { annotations } = Job.parse(review).result ?? { annotations: [] };
    // 15... Nxd7 16. Qb8+ Nxb8 17. Rd8#
    expect(annotations[29]).toMatchObject({
      san: 'Nxd7',
      played_eval: -29_999,
      played_mate_in: -2,
      quality: 'Blunder',
    });
    expect(annotations[29]?.best_san).not.toBe('Nxd7');
    expect(annotations[30]).toMatchObject({
      san: 'Qb8+',
      quality: 'Best',
      best_eval: 29_999,
      best_mate_in: 2,
    });
  });

  test('is refused in the words of the server when it is none', async () => {
    const { url } = await startPlatform();

    await expect(reviewGame(url, '1. e4 e5 2. Ke3')).rejects.toThrow(/PGN.*Ke3|Ke3.*PGN/);
  });
});
