import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import {
  type Answer,
  type CallOptions,
  type Management,
  type Person,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let board: Board;
let maker: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
  [maker, other, admin] = [
    await api.createPerson(),
    await api.createPerson(),
    await api.createPerson(undefined, true),
  ];
});
afterAll(() => api.stop());

const from = (address: string, options: CallOptions = {}): CallOptions => ({
  ...options,
  headers: { 'x-forwarded-for': address },
});
const [here, there] = ['192.0.2.7', '192.0.2.8'];
const verdict = ({ status, body }: Answer) => [status, body['code']];
const refused = [403, 'not_maker'];

async function age(table: string, id: string, hours: number): Promise<void> {
  await api.pool.query(sql.unsafe`
    update ${sql.identifier([table])} set created_at = created_at - ${hours} * interval '1 hour' where id = ${id}`);
}

async function finished(options: CallOptions, hoursAgo = 0): Promise<string> {
  const made = await api.call('POST', '/api/games', options);
  const id = String(made.body['game_id']);
  await age('games', id, hoursAgo);
  await board.act(id, { action: 'resign' });
  return id;
}

async function reviewed(options: CallOptions, hoursAgo = 0): Promise<string> {
  const id = await board.start();
  await board.play(id, 'e2e4');
  const { body } = await api.call('POST', `/api/analysis/game/${id}`, options);
  // a review that has ended, without a run
  await api.pool.query(sql.unsafe`
    update reviews set status = 'cancelled', completed_at = now() where reviews.id = ${String(body['job_id'])}`);
  await age('reviews', String(body['job_id']), hoursAgo);
  return String(body['job_id']);
}

describe.each([
  ['a finished game', 'games', finished],
  ['a review', 'analysis/jobs', reviewed],
] as const)('%s', (_, path, make) => {
  const remove = (id: string, options: CallOptions) => api.call('DELETE', `/api/${path}/${id}`, options);

  it('of an account is removed by the account, from any address, and by no other client', async () => {
    const id = await make(from(here, { token: maker.token }));

    expect(verdict(await remove(id, from(here)))).toEqual(refused);
    expect(verdict(await remove(id, from(here, { token: other.token })))).toEqual(refused);
    expect((await api.call('GET', `/api/${path}/${id}`)).status).toBe(200);
    expect((await remove(id, from(there, { token: maker.token }))).status).toBe(200);
  });

  it('is removed by an administrator', async () => {
    expect((await remove(await make(from(here)), from(there, { token: admin.token }))).status).toBe(200);
    const owned = await make(from(here, { token: maker.token }));
    expect((await remove(owned, from(there, { token: admin.token }))).status).toBe(200);
  });

  it('made without an account is removed from the same address, within a day', async () => {
    const [early, late] = [await make(from(here), 23), await make(from(here), 25)];

    expect(verdict(await remove(early, from(there)))).toEqual(refused);
    expect((await remove(early, from(here))).status).toBe(200);
    expect((await api.call('GET', `/api/${path}/${early}`)).status).toBe(404);
    expect(verdict(await remove(late, from(here)))).toEqual(refused);
  });
});

it('an imported game is removed by what imported it', async () => {
  for (const [url, body] of [
    ['/api/games/pgn', { pgn: '[Result "1-0"]\n\n1. e4 e5 1-0' }],
    ['/api/games/fen', { fen: '7k/8/8/8/8/8/4P3/4K3 w - - 0 1' }],
  ] as const) {
    const made = await api.call('POST', url, from(here, { token: maker.token, body }));
    const remove = (options: CallOptions) =>
      api.call('DELETE', `/api/games/${made.body['game_id']}`, options);

    expect(verdict(await remove(from(here)))).toEqual(refused);
    expect((await remove(from(here, { token: maker.token }))).status).toBe(200);
  }
});

it('a game with seats that an account made is not removed by a seat', async () => {
  const made = await api.call(
    'POST',
    '/api/games',
    from(here, { token: maker.token, body: { seats: true } }),
  );
  const remove = (token: unknown) =>
    api.call('DELETE', `/api/games/${made.body['game_id']}`, { token: String(token) });

  expect(verdict(await remove(made.body['black_token']))).toEqual(refused);
  expect((await remove(maker.token)).status).toBe(200);
});

it('a token that is bound to networks is its account in these alone', async () => {
  const id = await finished(from(here, { token: maker.token }));
  const bound = await api.createToken(maker.id);
  await api.pool.query(sql.unsafe`
    update tokens set allowed_networks = array['192.0.2.8/32'] where tokens.user_id = ${maker.id}`);
  const remove = (address: string) => api.call('DELETE', `/api/games/${id}`, from(address, { token: bound }));

  expect(verdict(await remove(here))).toEqual(refused);
  expect((await remove(there)).status).toBe(200);
});

it.each([
  ['of one ecosystem', { ecosystem: 'npm' }],
  ['for a client of one ecosystem', { issued_in: 'npm' }],
  ['for some names', { name_pattern: 'elsewhere-*' }],
] as const)('a token %s is of no account, the administrator neither', async (_, limits) => {
  const id = await finished(from(here, { token: maker.token }));
  const [own, platform] = await Promise.all([api.createToken(maker.id), api.createToken(admin.id)]);
  const [[column, value] = []] = Object.entries(limits);
  await api.pool.query(sql.unsafe`
    update tokens set ${sql.identifier([String(column)])} = ${String(value)}
    where tokens.token_hash = any(${sql.array([own, platform].map(sha256Hex), 'text')})`);

  for (const token of [own, platform]) {
    const answer = await api.call('DELETE', `/api/games/${id}`, from(there, { token }));
    expect(verdict(answer)).toEqual(refused);
  }
});
