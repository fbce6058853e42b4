import { join } from 'node:path';
import { directUrlOf, readEnv } from '../../config/env.ts';
import { announceInstance, withdrawInstance, type RunningInstance } from '../running-instance.ts';
import { bannerLines } from './banner.ts';
import {
  ensureSecret,
  ensureSigningKey,
  isDemoPending,
  prepareDataFolder,
  settleDemo,
} from './data-folder.ts';
import { startDatabase, startTemporal } from './embedded.ts';
import { openProcessBook, stopLeftovers } from './orphan-processes.ts';
import { lockDataFolder } from './lock.ts';
import { createLog, type Log } from './log.ts';
import { partSpec, runStep } from './parts.ts';
import { createPlatform, type Platform } from './platform.ts';
import { rememberedPorts } from './ports.ts';
import { readSettings, refuseBusyPort, type StartSettings } from './settings.ts';
import { exitAfterOutput, listenForStop } from './stop-request.ts';
import { waitFor } from './wait-until.ts';

/**
 * Starts every part, waits for a stop request, stops every part. Ends the process: code 0 after a requested stop, 1
 * if the platform can't start, 130 if the user asks a second time.
 * @throws UsageError or ConfigError before any part is started
 */
export async function start(args: string[]): Promise<void> {
  const started = performance.now();
  const settings = await readSettings(args, process.env);
  const log = createLog(process.stdout, process.env);
  const isRoot = process.getuid?.() === 0;
  prepareDataFolder(settings.dataDir, isRoot && settings.databaseUrl === undefined);
  const unlock = lockDataFolder(settings.dataDir);
  const code = await superviseUntilStopped(settings, log, started).finally(unlock);
  await exitAfterOutput(code);
}

async function superviseUntilStopped(settings: StartSettings, log: Log, started: number): Promise<number> {
  const stop = listenForStop(() => {
    log.say('stopping at once');
    platform.killAll();
    void exitAfterOutput(130);
  });
  const book = openProcessBook(settings.dataDir);
  const platform = createPlatform({ settings, log, stop: stop.signal, book });
  await stopLeftovers(settings.dataDir, log.say);
  const crashed = new Promise<never>((_resolve, reject) => process.once('uncaughtException', reject));
  let code = 0;
  try {
    await Promise.race([bringUp(platform, started), crashed]);
    await Promise.race([stop.requested, crashed]);
  } catch (error) {
    // A stop during the start ends the wait with an error that is not a failure.
    if (!stop.signal.aborted) {
      code = 1;
      log.say(error instanceof Error ? error.message : String(error));
    }
  }
  log.say('stopping');
  withdrawInstance(settings.dataDir);
  await platform.stopInOrder();
  log.say(code === 0 ? 'stopped' : 'stopped after an error');
  return code;
}

async function bringUp(platform: Platform, started: number): Promise<void> {
  const { settings, log, signal } = platform;
  await refuseBusyPort(settings);
  log.say(`starting on ${settings.dataDir}`);
  if ((settings.env['JWT_SECRET'] ?? settings.env['JWT_SECRET_FILE'] ?? '') === '') {
    ensureSecret(join(settings.dataDir, 'jwt-secret'));
  }
  if ((settings.env['SIGNING_KEY'] ?? settings.env['SIGNING_KEY_FILE'] ?? '') === '') {
    ensureSigningKey(join(settings.dataDir, 'signing-key'));
  }
  const [database, temporal] = await startServers(platform);
  const env = partEnv(settings, { ...database, ...temporal });
  const parts = await Promise.all(
    (['api', 'worker', 'scanner', 'engine'] as const).map((name) =>
      platform.startService(partSpec(name, env)),
    ),
  );
  await waitFor({
    what: 'the API',
    isReady: () => isApiReady(settings.localUrl),
    assertHopeful: () => parts.forEach((part) => part.assertHopeful()),
    signal,
    say: log.say,
  });
  announceInstance(settings.dataDir, instanceOf(env));
  await showExamples(platform, env);
  const seconds = (performance.now() - started) / 1000;
  const lines = bannerLines({ ...settings, temporalUiUrl: temporal['TEMPORAL_UI_URL'], seconds });
  for (const line of lines) log.say(line);
}

/** Starts both servers at the same time; the schema is migrated while Temporal is still starting. */
async function startServers(platform: Platform) {
  const { settings, log, signal } = platform;
  const ports = await rememberedPorts(settings.dataDir, ['postgres', 'temporal']);
  const database = async () => {
    const found = await startDatabase(platform, ports.postgres);
    const env = partEnv(settings, found);
    // no other version runs at the same time
    await runStep({ name: 'migrate', args: ['migrate', '--contract'], env, log, signal });
    await runStep({ name: 'admin', args: ['admin', 'first-token'], env, log, signal });
    return found;
  };
  return Promise.all([database(), startTemporal(platform, ports.temporal)]);
}

function partEnv(settings: StartSettings, found: Record<string, string>): NodeJS.ProcessEnv {
  return {
    // no proxy needs time to notice the stop
    SHUTDOWN_DELAY_MS: '0',
    ...settings.env,
    ...found,
    // `found` already has the value of this file
    DATABASE_URL_FILE: '',
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    TEMPORAL_NAMESPACE: settings.namespace,
  };
}

function instanceOf(env: NodeJS.ProcessEnv): RunningInstance {
  return {
    DATABASE_URL: directUrlOf(readEnv(env)) ?? '',
    TEMPORAL_ADDRESS: env['TEMPORAL_ADDRESS'] ?? '',
    TEMPORAL_NAMESPACE: env['TEMPORAL_NAMESPACE'] ?? '',
    TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] ?? '',
    PUBLIC_URL: env['PUBLIC_URL'] ?? '',
  };
}

async function isApiReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readiness/serving`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Publishes the examples. A failure is shown and the next start tries again; the platform keeps running. */
async function showExamples({ settings, log, signal }: Platform, env: NodeJS.ProcessEnv): Promise<void> {
  if (!settings.demo) settleDemo(settings.dataDir);
  if (!isDemoPending(settings.dataDir)) return;
  try {
    await runStep({ name: 'demo', args: ['demo'], env, log, signal });
    settleDemo(settings.dataDir);
  } catch (error) {
    signal.throwIfAborted();
    log.say(`${error instanceof Error ? error.message : String(error)}; the next start tries again`);
  }
}
