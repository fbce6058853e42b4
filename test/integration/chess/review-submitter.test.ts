import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { AnyRow, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

async function submitterFrom(address: string): Promise<string> {
  const id = await board.start();
  await board.play(id, 'e2e4');
  await api.call('POST', `/api/analysis/game/${id}`, { headers: { 'x-forwarded-for': address } });
  const row = await api.pool.one(sql.type(AnyRow)`
    select reviews.submitted_by from reviews where reviews.game_id = ${id}`);
  return String(row['submittedBy']);
}

it('who asks for a review is told apart, and not found by trying all addresses', async () => {
  const [one, again, other] = [
    await submitterFrom('192.0.2.7'),
    await submitterFrom('192.0.2.7'),
    await submitterFrom('192.0.2.8'),
  ];

  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect(one).toMatch(/^[0-9a-f]{16}$/);
  expect(one).not.toBe(createHash('sha256').update('192.0.2.7').digest('hex').slice(0, 16));
});
