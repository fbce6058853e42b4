import { expect, it } from 'vitest';
import { startPlatform } from '../support/platform.ts';

it('a fresh platform is ready and names its parts', async () => {
  const platform = await startPlatform();

  const response = await fetch(`${platform.url}/readiness`);

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'ready',
    database: 'ok',
    redis: 'disabled',
    storage: 'ok',
    search: 'ok',
    temporal: 'ok',
    // workers may not have polled their queues yet
    degraded: expect.any(Array),
  });
});
