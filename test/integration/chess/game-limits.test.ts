import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { boardOf } from '../../support/games.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement({ RATE_LIMITS: 'on', MAX_ACTIVE_GAMES: '130' });
});
afterAll(() => api.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('limits', () => {
  it('let an address start 120 games an hour, however it starts them', async () => {
    const begin = (path = '', body?: object) =>
      api.call('POST', `/api/games${path}`, { body, headers: from('192.0.2.1') });
    for (let count = 0; count < 118; count += 1) expect((await begin()).status).toBe(200);
    expect((await begin('/fen', { fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' })).status).toBe(200);
    expect((await begin('/pgn', { pgn: '1. e4 *' })).status).toBe(200);

    const refused = [await begin(), await begin('/pgn', { pgn: '1. e4 *' })];
    const german = await api.call('POST', '/api/games?lang=de', { headers: from('192.0.2.1') });
    const key = randomUUID();
    const withKey = await api.call('POST', '/api/games', {
      headers: { ...from('192.0.2.1'), 'idempotency-key': key },
    });
    const neighbour = await api.call('POST', '/api/games', { headers: from('192.0.2.2') });

    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(german.body['error']).toContain('Zu viele');
    expect(withKey.status).toBe(429);
    const { count } = await api.pool.one(sql.typeAlias('count')`
      select count(*) from idempotency_keys where idempotency_keys.key = ${key}`);
    expect(count).toBe(0);
    expect(neighbour.status).toBe(200);
  });

  it('count games, not answers that are told again nor requests that are refused', async () => {
    const key = randomUUID();
    const once = { ...from('192.0.2.4'), 'idempotency-key': key };
    const begin = (path = '', body: object = {}, headers: Record<string, string> = once) =>
      api.call('POST', `/api/games${path}`, { body, headers });
    const first = await begin();

    for (let count = 0; count < 120; count += 1) {
      const [again, invalid] = [await begin(), await begin('/fen', { fen: 'nonsense' }, from('192.0.2.4'))];
      expect(again).toMatchObject({ status: 200, body: { game_id: first.body['game_id'] } });
      expect(invalid).toMatchObject({ status: 400, body: { code: 'invalid_fen' } });
    }
    const next = await begin('', {}, from('192.0.2.4'));

    expect(next.status).toBe(200);
  });

  it('let players move often', async () => {
    const id = await boardOf(api).start();

    const { headers } = await boardOf(api).move(id, 'e2e4', { headers: from('192.0.2.3') });

    expect(headers['x-ratelimit-limit']).toBe('1800');
  });

  it('let no more games run than the server is set to', async () => {
    const running = async () => Number((await api.call('GET', '/api/games')).headers['x-total-count']);
    for (let left = 130 - (await running()); left > 0; left -= 1) {
      const { status } = await api.call('POST', '/api/games', { headers: from(`198.51.100.${left}`) });
      expect(status).toBe(200);
    }

    const refused = await api.call('POST', '/api/games', { headers: from('203.0.113.1') });
    for (let count = 0; count < 120; count += 1)
      await api.call('POST', '/api/games', { headers: from('203.0.113.1') });
    const finished = await api.call('POST', '/api/games/pgn', {
      headers: from('203.0.113.1'),
      body: { pgn: '1. e4 1-0' },
    });

    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'busy', details: { active: 130, maximum: 130 } },
    });
    expect(finished.status).toBe(200);
    expect(await running()).toBe(130);
  });
});
