import { describe, expect, it } from 'vitest';
import { binaryFrame, readFrame } from './frame.ts';

describe('a frame', () => {
  it('is read with its request id and its language', () => {
    const frame = readFrame('{"action":"get_game","request_id":7,"lang":"de","game_id":"x"}');

    expect(frame).toMatchObject({ action: 'get_game', requestId: 7, lang: 'de', refusal: null });
    expect(frame.fields['game_id']).toBe('x');
  });

  it.each([
    ['nothing', '', 'unknown', null, 'invalid_json'],
    ['no JSON', '{"action":', 'unknown', null, 'invalid_json'],
    ['a list', '[]', 'unknown', null, 'invalid_json'],
    ['a word', '"get_game"', 'unknown', null, 'invalid_json'],
    ['null', 'null', 'unknown', null, 'invalid_json'],
    ['depth', '['.repeat(60_000), 'unknown', null, 'invalid_json'],
    ['closed depth', '['.repeat(30_000) + ']'.repeat(30_000), 'unknown', null, 'invalid_json'],
    ['no action', '{"request_id":"a"}', 'unknown', 'a', 'missing_field'],
    ['an inherited action', '{"__proto__":{"action":"list_games"}}', 'unknown', null, 'missing_field'],
    ['an action of another type', '{"action":{"a":1},"request_id":"a"}', 'unknown', 'a', 'invalid_field'],
    ['a request id of another type', '{"action":"a","request_id":{}}', 'a', null, 'invalid_field'],
    ['a long request id', `{"action":"a","request_id":"${'i'.repeat(129)}"}`, 'a', null, 'invalid_field'],
    ['a language of another type', '{"action":"a","lang":["de"]}', 'a', null, 'invalid_field'],
  ])('of %s is refused, not thrown', (_what, text, action, requestId, code) => {
    const frame = readFrame(text);

    expect(frame).toMatchObject({ action, requestId });
    expect(frame.refusal?.code).toBe(code);
  });

  it.each([
    [{ request_id: 'i'.repeat(129) }, 'request_id can have no more than 128 characters'],
    [{ request_id: ['a'] }, 'request_id must be a string or a number'],
    [{ lang: 5 }, 'lang must be a string'],
  ])('says what its members have to be: %j', (members, message) => {
    expect(readFrame(JSON.stringify({ action: 'a', ...members })).refusal?.detail).toBe(message);
  });

  it('echoes no long names', () => {
    expect(readFrame(JSON.stringify({ action: 'a'.repeat(65) })).action).toBe('unknown');
  });

  it('has to be text', () => {
    expect(binaryFrame()).toMatchObject({ action: 'binary', refusal: { code: 'unsupported_media_type' } });
  });
});

it('that is nested too deep is refused before it is parsed', () => {
  const text = `{"action":"ping","a":${'['.repeat(20)}${']'.repeat(20)}}`;

  expect(readFrame(text)).toMatchObject({ action: 'unknown', refusal: { code: 'invalid_json' } });
});
