import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { marginMs } from './change-log.ts';
import { rootTime } from './root-time.ts';
import { sendJson } from './send-json.ts';

const now = Date.UTC(2026, 2, 2, 12);
const long = now - 10 * marginMs;

describe('the time of the root', () => {
  test.each([
    ['of its last change', { last: long, renewedAt: null, startedAt: 0 }, long],
    [
      'of packages that came or went without an entry',
      { last: 0, renewedAt: new Date(long), startedAt: 0 },
      long,
    ],
    ['of the process that makes it', { last: 0, renewedAt: null, startedAt: long }, long],
    ['of the newest of them', { last: long, renewedAt: new Date(long + 2), startedAt: long + 1 }, long + 2],
    [
      'of a change that is a minute ago',
      { last: now - marginMs, renewedAt: null, startedAt: 0 },
      now - marginMs,
    ],
    [
      'unknown while others may be on their way',
      { last: now - marginMs + 1, renewedAt: null, startedAt: 0 },
      null,
    ],
    ['unknown as long as a process is new', { last: long, renewedAt: null, startedAt: now - 1 }, null],
  ])('is that %s', (_what, facts, expected) => {
    expect(rootTime(facts, now)?.getTime() ?? null).toBe(expected);
  });
});

describe('JSON that depends on who asks', () => {
  const time = new Date(Date.UTC(2026, 2, 1, 9, 30, 0, 250));
  const text = 'Sun, 01 Mar 2026 09:30:00 GMT';

  async function ask(headers: Record<string, string>, changedAt: Date | null = time) {
    const app = Fastify();
    app.get('/', (request, reply) => sendJson(request, reply, { packages: [] }, changedAt));
    const answer = await app.inject({ url: '/', headers });
    await app.close();
    return answer;
  }

  test('has the time of its last change, and is not sent to who has it since then', async () => {
    const whole = await ask({});
    const since = (date: string) => ask({ 'if-modified-since': date });
    const again = [
      since(text),
      since('Sun, 01 Mar 2026 09:30:01 GMT'),
      since('Sun, 01 Mar 2026 09:29:59 GMT'),
    ];

    expect([whole.statusCode, whole.headers['last-modified']]).toEqual([200, text]);
    expect((await Promise.all(again)).map(({ statusCode }) => statusCode)).toEqual([304, 304, 200]);
    expect((await since('yesterday')).statusCode).toBe(200);
  });

  test('is compared by its tag alone where one is sent', async () => {
    const { headers } = await ask({});
    const tag = String(headers['etag']);

    const same = await ask({ 'if-none-match': tag, 'if-modified-since': 'Sun, 01 Mar 2020 09:30:00 GMT' });
    const other = await ask({ 'if-none-match': '"x"', 'if-modified-since': text });

    expect([same.statusCode, other.statusCode]).toEqual([304, 200]);
  });

  test('without a time has none, and is sent to all who ask by time', async () => {
    const answer = await ask({ 'if-modified-since': text }, null);

    expect([answer.statusCode, answer.headers['last-modified']]).toEqual([200, undefined]);
  });
});
