import { Runtime } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { createLogger } from '../config/logging.ts';
import { installRuntime } from './connection.ts';

test('the native part of the SDK prints nothing itself: its lines come as ours do', async () => {
  await installRuntime(createLogger('worker', 'silent'), { role: 'worker', hasMetrics: false });

  const runtime = Runtime.instance();

  expect(runtime.options.runtimeOptions.logExporter).toMatchObject({
    type: 'forward',
    filter: expect.stringContaining('temporalio_sdk_core=WARN'),
  });
  await runtime.shutdown();
});
