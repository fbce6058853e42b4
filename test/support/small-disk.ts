import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A right of the machine, not a tool: even CI runs in containers that don't have it. */
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

/** A disk in memory, at a folder that is there. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  const options = `size=${megabytes}m`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}
