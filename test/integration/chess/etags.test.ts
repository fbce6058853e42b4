import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '../../../store/postgres/chess/games.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { type Answer, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
let id: string;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  id = await board.start();
});

const tagOf = ({ headers }: Answer) => String(headers['etag']);
const current = async () => tagOf(await board.get(id));
const knowing = (tag: string) => ({ headers: { 'if-match': tag } });
const offer = { action: 'offer_draw', side: 'white' };

/** A pool that calls `happen` between the first query and the later ones. */
function interrupted(pool: Pool, happen: () => Promise<unknown>): Pool {
  let isFirst = true;
  const after = async () => {
    if (isFirst) await happen();
    isFirst = false;
  };
  return new Proxy(pool, {
    get(target, name) {
      const query = Reflect.get(target, name) as (...words: unknown[]) => Promise<unknown>;
      return async (...words: unknown[]) => {
        const rows = await query(...words);
        await after();
        return rows;
      };
    },
  });
}

describe('the ETag of a game', () => {
  it('is another one after whatever changes it, and the answer to the change has it', async () => {
    const tags = [await current()];
    const answers: string[] = [];
    for (const change of [
      () => board.move(id, 'e2e4'),
      () => board.move(id, 'e7e5'),
      () => board.act(id, offer),
      () => board.act(id, { action: 'accept_draw', side: 'black' }),
    ]) {
      const answer = await change();
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      answers.push(tagOf(answer));
      tags.push(await current());
    }

    expect(tags).toEqual(['"0-1"', '"1-2"', '"2-3"', '"2-4"', '"2-5"']);
    expect(answers).toEqual(tags.slice(1));
  });

  it('stays what it was when a change is refused', async () => {
    const before = await current();

    await board.move(id, 'e2e5');

    expect(await current()).toBe(before);
  });

  it('lets a change pass as long as nothing has happened', async () => {
    const before = await current();
    await board.act(id, offer);

    const stale = await board.move(id, 'e2e4', knowing(before));
    const known = await board.move(id, 'e2e4', knowing(`"9-9", ${await current()}`));

    expect(stale).toMatchObject({ status: 409, body: { code: 'version_conflict', details: { ply: 0 } } });
    expect(known.status).toBe(200);
  });

  it('may be half-moves alone, for those who care for nothing else', async () => {
    await board.act(id, offer);

    expect((await board.move(id, 'e2e4', knowing('"0"'))).status).toBe(200);
    expect((await board.move(id, 'e7e5', knowing('0'))).status).toBe(409);
  });

  it.each(['"0-"', '"-1"', '0-1-2', '"0-x"'])('is not %s', async (tag) => {
    expect((await board.move(id, 'e2e4', knowing(tag))).body['code']).toBe('invalid_field');
  });

  it('is told again with an answer that is told again', async () => {
    const once = { headers: { 'idempotency-key': randomUUID() } };
    const first = await board.move(id, 'e2e4', once);
    await board.move(id, 'e7e5');

    const again = await board.move(id, 'e2e4', once);

    expect([tagOf(first), tagOf(again)]).toEqual(['"1-2"', '"1-2"']);
  });
});

describe('a game that changes while it is read', () => {
  it('is told as it was, with the number it had', async () => {
    await board.play(id, 'e2e4');

    const found = await findGame(
      interrupted(api.pool, () => board.play(id, 'e7e5')),
      id,
    );

    expect(found).toMatchObject({ seq: 2, game: { outcome: null } });
    expect(found?.game.moves).toHaveLength(1);
  });

  it('is told from the archive when it has ended', async () => {
    await board.play(id, 'e2e4');

    const found = await findGame(
      interrupted(api.pool, () => board.act(id, { action: 'resign' })),
      id,
    );

    expect(found).toMatchObject({ seq: 3, isArchived: true, game: { outcome: { reason: 'Resignation' } } });
    expect(found?.game.moves).toHaveLength(1);
  });
});
