import { parseArgs } from 'node:util';
import { UsageError } from './output.ts';

/** Options of the chess service, each an alias of a variable. */
const options = {
  'analysis-max-concurrent-positions': {
    variable: 'ANALYSIS_MAX_CONCURRENT_POSITIONS',
    value: '<n>',
    standard: '4',
  },
  'analysis-position-max-threads': { variable: 'ANALYSIS_POSITION_MAX_THREADS', value: '<n>', standard: '4' },
  'analysis-position-max-movetime-ms': {
    variable: 'ANALYSIS_POSITION_MAX_MOVETIME_MS',
    value: '<ms>',
    standard: '10000',
  },
  'analysis-game-max-movetime-ms': {
    variable: 'ANALYSIS_GAME_MAX_MOVETIME_MS',
    value: '<ms>',
    standard: '15000',
  },
  'analysis-depth': { variable: 'ANALYSIS_DEPTH', value: '<plies>', standard: '30' },
  'analysis-max-jobs': { variable: 'ANALYSIS_MAX_JOBS', value: '<n>', standard: '256' },
  'analysis-max-concurrent-jobs': { variable: 'ANALYSIS_MAX_CONCURRENT_JOBS', value: '<n>', standard: '4' },
  'analysis-completed-ttl-secs': {
    variable: 'ANALYSIS_COMPLETED_TTL_SECS',
    value: '<seconds>',
    standard: '3600',
  },
  'tt-size-mb': { variable: 'TT_SIZE_MB', value: '<MiB>', standard: '64' },
  'book-path': { variable: 'BOOK_PATH', value: '<file>', standard: '' },
  'tablebase-path': { variable: 'TABLEBASE_PATH', value: '<folder>', standard: '' },
} as const;

type Name = keyof typeof options;
const names = Object.keys(options) as Name[];

/** The options in the form of `parseArgs`. */
// the table has every name
export const chessOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
  Name,
  { type: 'string' }
>;

/** The lines about these options in a help text. */
export const chessOptionLines = names
  .map((name) => {
    const { variable, value, standard } = options[name];
    return `  ${`--${name} ${value}`.padEnd(42)}  ${variable.padEnd(33)}  ${standard}`.trimEnd();
  })
  .join('\n');

/** The variables of the given options. @throws UsageError for an option without a value */
export function chessEnvironment(values: Partial<Record<Name, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of names) {
    const value = values[name];
    if (value === undefined) continue;
    if (value === '') throw new UsageError(`--${name} needs a value`);
    environment[options[name].variable] = value;
  }
  return environment;
}

/** {@link chessEnvironment} of a command without other options. @throws UsageError for anything else */
export function readChessOptions(args: string[]): Record<string, string> {
  try {
    return chessEnvironment(parseArgs({ args, options: chessOptions, strict: true }).values);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
