import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from './start/data-folder.ts';

/** The addresses of the platform that runs on a data folder. Contains the database password: mode 0600. */
const RunningInstance = z.record(
  z.enum(['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_UI_URL', 'PUBLIC_URL']),
  z.string(),
);
export type RunningInstance = z.infer<typeof RunningInstance>;

const fileIn = (dataDir: string) => join(dataDir, 'running.json');

export function announceInstance(dataDir: string, instance: RunningInstance): void {
  writePrivate(fileIn(dataDir), JSON.stringify(instance, null, 2));
}

export function withdrawInstance(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * Sets missing variables of the environment to the addresses of the platform that runs on DATA_DIR, if there is one.
 */
export function adoptRunningInstance(env: NodeJS.ProcessEnv): void {
  const instance = readInstance(env['DATA_DIR'] ?? '');
  for (const [name, value] of Object.entries(instance)) {
    const isGiven = [name, `${name}_FILE`].some((variable) => (env[variable] ?? '') !== '');
    if (!isGiven) env[name] = value;
  }
}

function readInstance(dataDir: string): Partial<RunningInstance> {
  try {
    return RunningInstance.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return {};
  }
}
