import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig } from '../../config/config.ts';
import { nodeOptions } from '../../config/node-options.ts';
import { unusedKeys, webhookKeys } from '../../config/secrets.ts';
import { root } from '../paths.ts';
import type { Log } from './log.ts';
import type { Launch, ServiceSpec } from './service.ts';

const entry = join(root, 'cli', 'main.ts');

/** The time that each server gets to finish its work. */
const stopMs = { worker: 45_000, scanner: 45_000, engine: 45_000 } as const;
type PartName = 'api' | keyof typeof stopMs;

/** A margin over the time that the engine gives a search with a waiting client, and the api its last requests. */
const beyondMs = 10_000;

/** The time that a server gets to stop. A search with a waiting client is completed, even a long one. */
function stopTimeOf(name: PartName, env: NodeJS.ProcessEnv): number {
  if (name === 'worker' || name === 'scanner') return stopMs[name];
  const { shutdown, chess } = readConfig(env);
  if (name === 'api') return shutdown.delayMs + shutdown.deadlineMs + beyondMs;
  return Math.max(stopMs[name], chess.analysisPositionMaxMovetimeMs + beyondMs);
}

function launchOf(args: string[], env: NodeJS.ProcessEnv): Launch {
  return { file: process.execPath, args: [...nodeOptions, entry, ...args], env };
}

/** The specification of one server of the platform. */
export function partSpec(name: PartName, env: NodeJS.ProcessEnv): ServiceSpec {
  return {
    name,
    stopSignal: 'SIGTERM',
    lastSignal: 'SIGKILL',
    stopMs: stopTimeOf(name, env),
    isOurs: true,
    shows: () => true,
    launch: async () => launchOf([name], withoutKeys(name, env)),
  };
}

/**
 * The environment without unused keys. A worker gets the webhook keys instead of the secrets they are derived from.
 */
function withoutKeys(name: PartName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const withheld = name === 'worker' ? [...unusedKeys.worker, ...webhookKeys] : unusedKeys[name];
  const kept = Object.fromEntries(Object.entries(env).filter(([variable]) => !withheld.includes(variable)));
  if (name !== 'worker') return kept;
  const { webhookKey, acceptedWebhookKeys = [] } = readConfig(env, name).secrets;
  return {
    ...kept,
    ...(webhookKey !== undefined && { WEBHOOK_KEY: webhookKey }),
    ...(acceptedWebhookKeys.length > 0 && { WEBHOOK_KEY_ACCEPTED: acceptedWebhookKeys.join('\n') }),
  };
}

export interface Step {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  log: Log;
  signal: AbortSignal;
}

/**
 * Runs one command of the platform to its end.
 * @throws Error if it fails; its own output has the reason
 */
export async function runStep({ name, args, env, log, signal }: Step): Promise<void> {
  const { file, args: all } = launchOf(args, env);
  const child = spawn(file, all, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], signal });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => log.line(name, line));
  }
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve();
      else reject(new Error(`${name} failed (${killedBy ?? `exit code ${code}`})`));
    });
  });
}
