import { parseArgs } from 'node:util';
import { chessEnvironment, chessOptionLines, chessOptions } from '../chess-options.ts';
import { UsageError } from '../output.ts';

export const startHelp = `Usage: npm start -- [options]      or      bin/rookery start [options]

Starts the whole platform and stays up: an embedded PostgreSQL (unless DATABASE_URL is set), an embedded
Temporal server (unless TEMPORAL_ADDRESS is set), the API, a worker, a scanner and the chess engine. On an
empty data folder it also publishes the bundled examples and reviews the bundled game. Ctrl-C stops everything
in order; the next start goes on where this ended.

Options                                       environment                        default
  --port <number>                             PORT                               8080
  --host <address>                            HOST                               127.0.0.1
  --data-dir <folder>                         DATA_DIR                           .rookery in the installation
  --temporal-ui-port <number>                 TEMPORAL_UI_PORT                   8233
${chessOptionLines}
  --no-demo                                   leaves an empty data folder empty
  --help                                      this text

More settings come from the environment; .env.example lists them.`;

export interface StartFlags {
  /** The variables that the options set. */
  env: Record<string, string>;
  demo: boolean;
}

/** @throws UsageError for an unknown option, a missing value, or an invalid port */
export function parseStartFlags(args: string[]): StartFlags {
  const values = parse(args);
  const env = {
    PORT: portOf('--port', values.port),
    HOST: values.host,
    DATA_DIR: values['data-dir'],
    TEMPORAL_UI_PORT: portOf('--temporal-ui-port', values['temporal-ui-port']),
    ...chessEnvironment(values),
  };
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { env: Object.fromEntries(given), demo: values['no-demo'] !== true };
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      port: text,
      host: text,
      'data-dir': text,
      'temporal-ui-port': text,
      ...chessOptions,
      'no-demo': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function portOf(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return value;
  throw new UsageError(`${option} must be a port number, not ${value}`);
}
