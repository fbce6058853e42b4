import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';

/** Runs the engine as a chess program would, feeding it lines as answers arrive. */
async function converse(
  script: [send: string, until: string][],
): Promise<{ lines: string[]; code: number | null }> {
  const engine = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')]);
  const ended = new Promise<number | null>((resolve) => {
    engine.once('exit', resolve);
  });
  const lines: string[] = [];
  let onLine: (line: string) => void = () => {};
  createInterface({ input: engine.stdout }).on('line', (line) => {
    lines.push(line);
    onLine(line);
  });
  for (const [send, until] of script) {
    await new Promise<void>((resolve) => {
      onLine = (line) => {
        if (line.startsWith(until)) resolve();
      };
      engine.stdin.write(`${send}\n`);
    });
  }
  engine.stdin.end('quit\n');
  return { lines, code: await ended };
}

describe('the engine as a process', () => {
  it('plays a game of several moves and leaves when it is told to', async () => {
    const { lines, code } = await converse([
      ['uci', 'uciok'],
      ['setoption name Hash value 1\nisready', 'readyok'],
      ['ucinewgame\nposition startpos\ngo movetime 100', 'bestmove'],
      ['position startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 10 binc 10', 'bestmove'],
      ['go infinite\nstop', 'bestmove'],
      ['nonsense \u0001\ngo nodes 500', 'bestmove'],
    ]);

    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(4);
    expect(lines.every((line) => !line.startsWith('bestmove 0000'))).toBe(true);
  });
});
