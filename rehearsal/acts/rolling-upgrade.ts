import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { previousCommit } from '../../test/support/previous-version.ts';
import type { Act } from './act.ts';

const run = promisify(execFile);
const maker = pathToFileURL(join(import.meta.dirname, '../../test/support/previous-version.ts')).href;

export const rollingUpgrade: Act = {
  name: 'rolling-upgrade',
  summary: 'one process after the other goes back to the previous release, and then to this one again',
  async play({ roles }) {
    const previous = await makePrevious();
    try {
      for (const role of roles) await role.replace({ root: previous });
    } finally {
      for (const role of roles) await role.replace();
    }
    return `previous release: ${previousCommit.slice(0, 12)}`;
  },
};

/** Runs in another process: it computes for half a minute without a pause, and this process has the relays. */
async function makePrevious(): Promise<string> {
  const script = `import(${JSON.stringify(maker)}).then((it) => process.stdout.write(it.makePreviousVersion() ?? ''))`;
  const { stdout } = await run(process.execPath, ['-e', script]);
  if (stdout === '') throw new Error('the previous release is not in this clone: git fetch --unshallow');
  return stdout;
}
