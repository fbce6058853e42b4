import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { afterEach, expect, test } from 'vitest';
import { openConnection } from './workflow-connection.ts';

const thrown: unknown[] = [];
const note = (error: unknown) => void thrown.push(error);
afterEach(() => process.off('uncaughtException', note));

test('a call that is retried when the connection closes ends, and its timer throws nothing', async () => {
  process.on('uncaughtException', note);
  // a port without a listener: each attempt fails at once, and the next one waits
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const connection = openConnection({ address: `127.0.0.1:${port}` });
  const client = new Client({ connection });
  const outcome = client.workflow
    .getHandle('none')
    .describe()
    .then(
      () => 'answered',
      () => 'failed',
    );
  await pause(300);

  await connection.close();

  expect(await Promise.race([outcome, pause(15_000, 'pending')])).toBe('failed');
  await pause(200);
  expect(thrown).toEqual([]);
}, 20_000);
