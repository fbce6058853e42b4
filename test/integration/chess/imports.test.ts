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

  it('with more and longer tags than are kept is there without them', async () => {
    const tags = Array.from({ length: 51 }, (_, index) => `[Tag${index} "x"]`).join('\n');
    const { body } = await load(`${tags}\n[Annotator "${'x'.repeat(256)}"]\n\n1. e4 *`);
    const pgn = await exportOf(body['game_id']);

    expect(pgn).toContain('[Tag49 "x"]');
    expect(pgn).not.toContain('[Tag50 "x"]');
    expect(pgn).toContain(`[Annotator "${'x'.repeat(254)}\u2026"]`);
  });

  it('that went on after seventy-five moves gives positions that can be imported, wherever they are shown', async () => {
    const shuffle = 'Nc3 Nc6 Nb1 Nb8 ';
    const { body } = await load(`1. e4 e5 ${shuffle.repeat(50)} Nf3 1-0`);
    const id = String(body['game_id']);
    const last = (await api.call('GET', `/api/archive/${id}`)).body;
    const half = (await api.call('GET', `/api/archive/${id}/replay?move_number=190`)).body;
    const fens = [
      (await board.get(`${id}/fen`)).body['fen'],
      ...last['state'].position_history,
      ...half['state'].position_history,
    ];

    expect(fens.length).toBeGreaterThan(390);
    for (const fen of new Set([fens[0], fens.at(-1), fens[160], fens[201]]))
      expect((await api.call('POST', '/api/games/fen', { body: { fen } })).status, String(fen)).toBe(200);
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
