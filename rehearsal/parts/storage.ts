import { execFile, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from '../relay.ts';
import { startChild } from '../../test/support/child.ts';
import { canConnect } from '../../test/support/connect.ts';
import { s3Binary, s3Missing } from '../../test/support/s3.ts';
import { mountSmallDisk, unmount } from '../../test/support/small-disk.ts';
import { requireTool } from '../../test/support/tool.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../deploy/compose/s3.sh');
const diskMegabytes = 512;

export interface Storage {
  /** Folder of the objects. */
  objects: string;
  /** Whether the folder is a separate disk, which an act can fill. */
  isSmallDisk: boolean;
  /** Fills the disk completely. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the S3 server of a deployment with its accounts, like `deploy/compose/s3.sh`, on a small disk where one can
 * be mounted.
 */
export async function startStorage(folder: string, secrets: string, own: Place): Promise<Storage> {
  const binary = requireTool(s3Binary, s3Missing);
  const [objects, accounts] = [join(folder, 'objects'), join(folder, 'accounts')];
  for (const each of [objects, accounts]) await mkdir(each, { recursive: true });
  const isSmallDisk = tryMount(objects);
  // also for an exit before everything is stopped
  const unmountWithUs = () => spawnSync('umount', ['--lazy', objects]);
  if (isSmallDisk) process.once('exit', unmountWithUs);
  const env = {
    ...process.env,
    PATH: `${join(binary, '..')}:${process.env['PATH']}`,
    SECRETS: secrets,
    S3_LISTEN: `${own.host}:${own.port}`,
    S3_ENDPOINT: `http://${own.host}:${own.port}`,
    OBJECTS: objects,
    ACCOUNTS: accounts,
  };
  const child = await startChild('sh', [script, 'serve'], {
    env,
    isReady: () => canConnect(own.port, own.host),
  });
  await run('sh', [script, 'accounts'], { env });
  const ballast = join(objects, 'ballast');
  return {
    objects,
    isSmallDisk,
    async fill() {
      await writeFile(ballast, Buffer.alloc(diskMegabytes * 2 ** 20)).catch(() => undefined);
    },
    makeRoom: () => rm(ballast, { force: true }),
    async stop() {
      await child.stop();
      process.removeListener('exit', unmountWithUs);
      if (isSmallDisk) unmount(objects);
    },
  };
}

function tryMount(folder: string): boolean {
  try {
    mountSmallDisk(folder, diskMegabytes);
    return true;
  } catch {
    return false;
  }
}
