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

  it('has no date and no place when it brings none', async () => {
    const { body } = await load('1. e4 *');

    expect(await exportOf(body['game_id'])).toMatch(
      /^\[Event "\?"\]\n\[Site "\?"\]\n\[Date "\?{4}\.\?\?\.\?\?"\]\n\[Round "\?"\]\n/,
    );
  });

  it.each([
    ['more tags', Array.from({ length: 51 }, (_, index) => `[Tag${index} "x"]`).join('\n')],
    ['a longer tag', `[Annotator "${'x'.repeat(256)}"]`],
  ])('with %s than are kept is refused', async (_what, tags) => {
    const { status, body } = await load(`${tags}\n\n1. e4 *`);

    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_pgn' });
    expect(body['error']).toMatch(/no more than (50 tags|255 characters)/);
  });

  it('goes past move 9999, and its position can be brought back', async () => {
    const id = await board.startFrom('4k3/8/8/8/8/8/8/R3K3 b Q - 0 9999');
    await board.play(id, 'e8e7');
    const { fen } = (await board.get(`${id}/fen`)).body;

    expect(fen).toBe('8/4k3/8/8/8/8/8/R3K3 w Q - 1 10000');
    const again = await board.startFrom(fen);
    expect((await board.get(again)).body).toMatchObject({ start_fen: fen, fullmove_number: 10_000 });
  });
});
