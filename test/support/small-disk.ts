import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether the machine may mount: containers, also those of CI, often may not. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-mount-'));
  try {
    mountSmallDisk(folder, 1);
    unmount(folder);
    return true;
  } catch {
    process.stderr.write('skipped: a full disk needs the right to mount a small one\n');
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Mounts a disk in memory at an existing folder. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  const options = `size=${megabytes}m`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}
