import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Searches during the measurement; SOAK_SEARCHES sets a higher number. */
const searches = Number(process.env['SOAK_SEARCHES'] ?? 60);
/** With V8's usual heap sizes, garbage of many searches looks like growth: 200 MB after 20,000 searches. */
const smallHeaps = ['--max-semi-space-size=2', '--max-old-space-size=64'];

const soak = join(import.meta.dirname, 'testing', 'memory-soak.ts');

describe('memory', () => {
  it(`does not grow over ${searches} searches of all kinds`, { timeout: 7_200_000 }, async () => {
    const args = [...smallHeaps, soak, String(searches)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 7_000_000 });

    // Some garbage is not collected yet; a leak of 10 MB per search would be hundreds of megabytes.
    expect(Number(stdout)).toBeLessThan(40);
    expect(stdout).toMatch(/^-?\d+\.\d\n$/);
  });

  it.each(['many', '0', '-5', '1.5'])('is not called steady after %s searches', async (count) => {
    const running = promisify(execFile)(process.execPath, [soak, count]);

    await expect(running).rejects.toThrow(`a soak takes a number of searches, not ${count}`);
  });
});
