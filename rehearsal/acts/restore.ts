import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { copyRunning, startStandby } from '../../test/support/standby.ts';
import { runJob } from '../roles.ts';
import type { Stage } from '../stage.ts';
import type { Act } from './act.ts';

const run = promisify(execFile);

/**
 * Follows docs/OPERATIONS.md: copies the database first, then the blobs; restores both without workflow histories,
 * and rebuilds the index. The embedded server has no `pg_dump` of its version, so its files are copied between the
 * two calls of a base backup.
 */
export const restore: Act = {
  name: 'restore',
  summary: 'database and objects are copied while clients publish, then lost, and come back from the copy',
  mayFailReads: true,
  async play(stage, seconds) {
    const { parts, folder, ledger, roles, settings } = stage;
    const { primary } = parts.database;
    const data = primary.dataFolder ?? '';
    const backup = join(folder, 'backup');
    await mkdir(backup);
    const begun = Date.now();
    await copyRunning(primary.urlOf('postgres'), data, join(backup, 'database'), { asBackup: true });
    await run('cp', ['-a', parts.storage.objects, join(backup, 'objects')]);
    await pause(seconds * 1_000);

    await Promise.all(roles.map((role) => role.suspend()));
    await parts.temporal.kill();
    await parts.database.standby.stop();
    await primary.kill();
    const later = ledger.forgetSince(begun);
    await empty(data);
    await empty(parts.storage.objects);

    await run('cp', ['-a', `${join(backup, 'database')}/.`, data]);
    await run('cp', ['-a', `${join(backup, 'objects')}/.`, parts.storage.objects]);
    // the previous standby is not a copy of this server
    await appendFile(join(data, 'postgresql.auto.conf'), `\nsynchronous_standby_names = ''\n`);
    await primary.restart();
    await rm(backup, { recursive: true, force: true });
    await followAgain(stage);
    await parts.temporal.startEmpty(parts.database);
    await runJob(settings['temporal-setup']);
    await Promise.all(roles.map((role) => role.resume()));
    await runJob({ command: ['admin', 'reindex'], environment: settings['api-1'].environment });
    return `${later} packages came after the copy began, and are not expected`;
  },
};

async function followAgain({ parts: { database, relays } }: Stage): Promise<void> {
  database.standby = await startStandby(database.primary);
  relays['database-2'].lead({ host: '127.0.0.1', port: database.standby.port });
}

/** Empties a folder but keeps the folder itself, which may be a mount point. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
