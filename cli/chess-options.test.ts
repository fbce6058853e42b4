import { describe, expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { chessOptionLines, readChessOptions } from './chess-options.ts';
import { helpOf } from './command.ts';
import { commands } from './commands.ts';
import { UsageError } from './output.ts';
import { parseStartFlags } from './start/options.ts';

const given: [string, string, string][] = [
  ['--analysis-max-concurrent-positions', 'ANALYSIS_MAX_CONCURRENT_POSITIONS', '3'],
  ['--analysis-position-max-threads', 'ANALYSIS_POSITION_MAX_THREADS', '2'],
  ['--analysis-position-max-movetime-ms', 'ANALYSIS_POSITION_MAX_MOVETIME_MS', '5000'],
  ['--analysis-game-max-movetime-ms', 'ANALYSIS_GAME_MAX_MOVETIME_MS', '2000'],
  ['--analysis-depth', 'ANALYSIS_DEPTH', '32'],
  ['--analysis-max-jobs', 'ANALYSIS_MAX_JOBS', '20'],
  ['--analysis-max-concurrent-jobs', 'ANALYSIS_MAX_CONCURRENT_JOBS', '2'],
  ['--analysis-completed-ttl-secs', 'ANALYSIS_COMPLETED_TTL_SECS', '0'],
  ['--tt-size-mb', 'TT_SIZE_MB', '128'],
  ['--book-path', 'BOOK_PATH', 'book.bin'],
  ['--tablebase-path', 'TABLEBASE_PATH', '/tables'],
];

describe('an option of the chess service', () => {
  test.each(given)('%s stands for %s', (option, variable, value) => {
    expect(readChessOptions([option, value])).toEqual({ [variable]: value });
    expect(parseStartFlags([`${option}=${value}`]).env).toEqual({ [variable]: value });
  });

  test.each(given)('%s is explained by each command that takes it', async (option, variable) => {
    const texts = await Promise.all(commands.map(helpOf));
    const explaining = commands.filter(
      (_, at) => texts[at]?.includes(`${option} <`) && texts[at].includes(variable),
    );

    expect(explaining.map(({ name }) => name)).toEqual(['start', 'api', 'engine']);
  });

  test.each([
    [['--tt-size-mb']],
    [['--book-path=']],
    [['--tt-size', '64']],
    [['64']],
    [['--tt-size-mb', '--analysis-depth', '30']],
  ])('%j is refused', (args) => {
    expect(() => readChessOptions(args)).toThrow(UsageError);
  });
});

test('the help text shows the defaults of the configuration', () => {
  const defaults = new Map(Object.entries(readEnv({})).map(([name, value]) => [name, String(value ?? '')]));

  const shown = [...chessOptionLines.matchAll(/ ([A-Z_]+) *(\d*)$/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]);

  expect(shown).toEqual(given.map(([, variable]) => [variable, defaults.get(variable) ?? '']));
});
