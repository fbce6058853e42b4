import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { reviewGame } from '../../../cli/demo/review-game.ts';
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

  test('is refused in the words of the server when it is none', async () => {
    const { url } = await startPlatform();

    await expect(reviewGame(url, '1. e4 e5 2. Ke3')).rejects.toThrow(/PGN.*Ke3|Ke3.*PGN/);
  });
});
