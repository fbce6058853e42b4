import { resolve } from 'node:path';
import { findContradictions } from '../../config/contradictions.ts';
import { ConfigError, readEnv } from '../../config/env.ts';
import { openBookAndTablebases } from '../../config/book-and-tablebases.ts';
import { parseStartFlags } from './options.ts';
import { anyFreePort, isPortFree } from './ports.ts';

/** The settings of the supervisor itself; the parts read all others from the environment. */
export interface StartSettings {
  dataDir: string;
  host: string;
  port: number;
  publicUrl: string;
  /** The address of the API for the supervisor; never a wildcard address. */
  localUrl: string;
  temporalUiPort: number;
  namespace: string;
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  temporalUiUrl: string | undefined;
  demo: boolean;
  /** The environment with the options applied. */
  env: NodeJS.ProcessEnv;
}

/**
 * The settings: options take precedence over the environment, and that over defaults. Checks all of them, the opening
 * book and the tablebases before any part is started.
 * @throws UsageError, ConfigError, or Error for a port that is taken
 */
export async function readSettings(args: string[], source: NodeJS.ProcessEnv): Promise<StartSettings> {
  const flags = parseStartFlags(args);
  const env = { ...source, ...flags.env };
  const parsed = readEnv(env);
  // the embedded database has no address yet
  const problems = findContradictions({ ...parsed, DATABASE_URL: parsed.DATABASE_URL ?? 'embedded' });
  if (parsed.DATABASE_URL === undefined && parsed.DATABASE_DIRECT_URL !== undefined) {
    problems.push('DATABASE_DIRECT_URL is the address of another database without DATABASE_URL: set both');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  await openBookAndTablebases({
    bookPath: parsed.BOOK_PATH ?? null,
    tablebasePath: parsed.TABLEBASE_PATH ?? null,
  });
  const port = parsed.PORT === 0 ? await anyFreePort(parsed.HOST) : parsed.PORT;
  return {
    dataDir: resolve(parsed.DATA_DIR),
    host: parsed.HOST,
    port,
    publicUrl: parsed.PUBLIC_URL ?? urlOf(parsed.HOST, port),
    localUrl: urlOf(parsed.HOST, port),
    temporalUiPort: parsed.TEMPORAL_UI_PORT,
    namespace: parsed.TEMPORAL_NAMESPACE,
    databaseUrl: parsed.DATABASE_URL,
    temporalAddress: parsed.TEMPORAL_ADDRESS,
    temporalUiUrl: parsed.TEMPORAL_UI_URL,
    demo: flags.demo,
    env,
  };
}

/** Address of a server on this machine, for clients on this machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Checks that the port is free. @throws Error in one sentence with the remedy */
export async function refuseBusyPort({ host, port }: { host: string; port: number }): Promise<void> {
  if (await isPortFree(port, host)) return;
  throw new Error(
    `can not listen on ${host} port ${port}: another program has it, or the address is not this machine's; choose another with --port or --host`,
  );
}

/**
 * The port of the web interface. A default port that is taken is replaced by a free one; a configured port must be
 * free.
 */
export async function temporalUiPort(settings: StartSettings, say: (text: string) => void): Promise<number> {
  const wanted = settings.temporalUiPort;
  if (wanted !== 0 && (await isPortFree(wanted, '127.0.0.1'))) return wanted;
  if (wanted !== 0 && (settings.env['TEMPORAL_UI_PORT'] ?? '') !== '') {
    throw new Error(`port ${wanted} for the Temporal UI is taken: choose another with --temporal-ui-port`);
  }
  const port = await anyFreePort();
  if (wanted !== 0) say(`port ${wanted} is taken: the Temporal UI uses ${port}`);
  return port;
}
