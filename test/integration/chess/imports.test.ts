import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Board, boardOf } from '../../support/games.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

const load = (pgn: string) => api.call('POST', '/api/games/pgn', { body: { pgn } });
const activeBytes = async (): Promise<number> =>
  (await api.call('GET', '/api/archive/stats')).body['active_bytes'];

async function exportOf(id: string): Promise<string> {
  return String((await board.get(`${id}/pgn?lang=de`)).body['pgn']);
}

describe('an imported game', () => {
  it('that has ended is exported with the Termination that it brought', async () => {
    const { body } = await load('[Termination "Rules infraction"]\n\n1. e4 1-0');

    expect(body).toMatchObject({ status: 'resigned', result: 'WhiteWins', end_reason: 'Resignation' });
    expect(await exportOf(body['game_id'])).toContain('[Termination "Rules infraction"]');
  });

  it('that runs has its Termination until it goes on', async () => {
    const bytes = await activeBytes();
    const { body } = await load('[Termination "Unterminated"]\n\n1. e4 *');
    const id = String(body['game_id']);

    expect(await exportOf(id)).toContain('[Termination "Unterminated"]');
    await board.play(id, 'e7e5');
    expect(await exportOf(id)).not.toContain('Termination');
    const without = await load('1. e4 *');
    await board.play(without.body['game_id'], 'e7e5');
    const both = (await activeBytes()) - bytes;
    await board.act(id, { action: 'resign', side: 'black' });
    expect(await exportOf(id)).toContain('[Termination "Aufgabe"]');
    expect((await activeBytes()) - bytes).toBe(both / 2);
  });
});
