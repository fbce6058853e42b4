import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('a process that failed stays failed although it ran a database', async () => {
  const script = `
    import { startPostgres } from './test/support/postgres.ts';
    const server = await startPostgres();
    await server.stop();
    process.exitCode = 3;`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });

  expect(await once(child, 'exit')).toEqual([3, null]);
});
