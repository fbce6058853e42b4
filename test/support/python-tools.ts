import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTool, isSkipped, requireTool } from './tool.ts';

const run = promisify(execFile);
const missing = 'python3 is not installed';
const python = findTool('python3');

/** Whether tests with Python tools are skipped here. */
export const lacksPython = isSkipped(python, missing);

/**
 * The folder with the programs of these packages, which come from the public index once per machine. An environment
 * cannot be moved: each is built in a new folder, and the first complete one gets the common link.
 */
export async function pythonTools(packages: readonly string[]): Promise<string> {
  const version = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const cache = join(homedir(), '.cache', 'rookery', 'clients');
  const known = join(cache, `python-${version}`);
  const programs = join(known, 'bin');
  if (existsSync(join(known, 'complete'))) return programs;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, `python-${version}-`));
  await run(requireTool(python, missing), ['-m', 'venv', own]);
  await run(join(own, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages], {
    timeout: 400_000,
  });
  await writeFile(join(own, 'complete'), '');
  try {
    await symlink(own, known);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(join(known, 'complete'))) throw error;
  }
  return programs;
}
