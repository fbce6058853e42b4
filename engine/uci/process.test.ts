import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs the engine like a chess program, which sends lines as answers arrive. */
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

  it('says that it compiles, in a fresh copy without a build', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'fresh-engine-'));
    const isSource = (path: string) => path !== join(root, 'engine', 'build');
    await cp(join(root, 'engine'), join(copy, 'engine'), { recursive: true, filter: isSource });
    await cp(join(root, 'package.json'), join(copy, 'package.json'));
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const engine = spawn(process.execPath, [join(copy, 'engine/uci/main.ts')]);
    const ended = once(engine, 'exit');

    const [line] = await once(createInterface({ input: engine.stdout }), 'line');

    expect(line).toBe('info string compiling the engine, once');
    engine.kill('SIGKILL');
    await ended;
    await rm(copy, { recursive: true });
  });
});
