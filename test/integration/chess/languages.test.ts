import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../chess/locale.ts';
import { render } from '../../../chess/messages.ts';
import { chessErrorFacts } from '../../../chess/error-codes.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { type Management, startManagement } from '../../support/management.ts';

const unknown = '01890000-0000-7000-8000-000000000000';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement({ ROOKERY_LANG: 'fr' });
  board = boardOf(api);
});
afterAll(() => api.stop());

describe.each(locales)('in %s', (locale) => {
  it('texts and errors are told, and machines read the same as ever', async () => {
    const game = await api.call('POST', '/api/games', { headers: { 'accept-language': locale } });
    const missing = await api.call('GET', `/api/games/${unknown}?lang=${locale}`);
    const ended = await board.act(
      game.body['game_id'],
      { action: 'resign' },
      { headers: { 'accept-language': locale } },
    );

    expect(game.headers['content-language']).toBe(locale);
    expect(game.body['message']).toBe(render(locale, 'game_created'));
    expect(missing.headers['content-language']).toBe(locale);
    expect(missing.body['code']).toBe('game_not_found');
    expect(missing.body['error']).toBe(render(locale, 'error.game_not_found', { id: unknown }));
    expect(ended.body).toMatchObject({ status: 'resigned', result: 'BlackWins', end_reason: 'Resignation' });
    const texts = { reason: { text: 'reason.Resignation' }, result: { text: 'result.BlackWins' } } as const;
    expect(ended.body['message']).toBe(render(locale, 'game_ended', texts));
  });

  it('the platform refuses in it, too', async () => {
    const headers = { 'accept-language': locale, 'content-type': 'application/json' };
    const answers = await Promise.all([
      api.call('GET', '/api/nowhere', { headers }),
      api.call('PATCH', '/api/games', { headers }),
      api.call('POST', '/api/games/fen', { headers, body: Buffer.from('{') }),
      api.call('POST', '/api/games/fen', {
        headers: { ...headers, 'content-type': 'text/html' },
        body: Buffer.from('x'),
      }),
      api.call('POST', '/api/games/fen', { headers, body: { fen: 'x'.repeat(100_000) } }),
      api.call('GET', '/api/games?page=x', { headers }),
    ]);
    const inEnglish = await api.call('GET', '/api/nowhere?lang=en');

    expect(answers.map(({ status }) => status)).toEqual([404, 405, 400, 415, 413, 400]);
    for (const { headers: told, body } of answers) {
      expect(told['content-language']).toBe(locale);
      expect(told['vary']).toBe('Accept-Language');
      expect(body['error']).toBe(body['detail']);
    }
    expect(answers[0]?.body['error'] === inEnglish.body['error']).toBe(locale === 'en');
    const titles = answers.map(({ body }) => body['title']);
    const isEnglish = (title: string) =>
      Object.values(chessErrorFacts).some((facts) => facts.title === title);
    expect(titles.filter(isEnglish)).toEqual(locale === 'en' ? titles : []);
  });
});

describe('the language of an answer', () => {
  it.each([
    ['the query before the header', '?lang=ja', 'de', 'ja'],
    ['the best of a header', '', 'it;q=0.9, de-AT;q=0.8, en;q=0.5', 'de'],
    ['a relative of what is asked for', '?lang=zh-TW', undefined, 'zh-CN'],
    ['the header when the query knows no such language', '?lang=xx', 'pt-BR', 'pt'],
    ['that of the server when the request names none', '', undefined, 'fr'],
    ['that of the server for nonsense', '?lang=%00&lang=', ';;;q=,', 'fr'],
  ])('is %s', async (_what, query, header, locale) => {
    const headers = header === undefined ? {} : { 'accept-language': header };

    const { headers: told } = await api.call('GET', `/api/nowhere${query}`, { headers });

    expect(told['content-language']).toBe(locale);
  });

  it('is that of the reader, also for how an exported game ended', async () => {
    const id = await board.start();
    await board.act(id, { action: 'resign' });

    const { body } = await board.get(`${id}/pgn?lang=de`);

    expect(body['pgn']).toContain('[Termination "Aufgabe"]');
  });
});
