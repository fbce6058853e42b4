import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeOptions } from '../config/node-options.ts';
import type { Command } from './command.ts';
import { root } from './paths.ts';

/** Runs the chess engine in a child process with the standard streams of this process. */
function runEngine(args: string[]): Promise<void> {
  const main = join(root, 'engine/uci/main.ts');
  const engine = spawn(process.execPath, [...nodeOptions, main, ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    engine.once('error', reject);
    engine.once('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}

export const engineCommands: readonly Command[] = [
  {
    name: 'uci',
    summary: 'The chess engine, for chess programs (UCI)',
    help: `Usage: bin/rookery uci

The chess engine on standard input and output, in the protocol that chess programs speak (UCI).
Beyond the protocol it knows: go perft <depth>, bench [depth], eval, d.
SYZYGY_PATH and BOOK_PATH are the defaults of the options SyzygyPath and BookFile.`,
    run: runEngine,
  },
  {
    name: 'bench',
    summary: 'Nodes and speed of the chess engine',
    help: `Usage: bin/rookery bench [depth]

Searches a fixed set of positions on one thread. The number of nodes is the signature of the search:
equal builds count equal nodes.`,
    run: (args) => runEngine(['bench', ...args]),
  },
];
