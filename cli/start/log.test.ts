import { expect, test } from 'vitest';
import { prefixed, wantsColour } from './log.ts';

test.each([
  ['api', 'listening', 'api      | listening'],
  ['postgres', 'ready', 'postgres | ready'],
  ['api', '', 'api      | '],
])('a line of %s has a prefix of one width', (name, text, expected) => {
  expect(prefixed(name, text, false)).toBe(expected);
});

test('only the name is coloured', () => {
  expect(prefixed('api', 'listening', true)).toBe('\u001b[32mapi     \u001b[0m | listening');
});

test('a part without a colour stays plain', () => {
  expect(prefixed('migrate', 'done', true)).toBe('migrate  | done');
});

test.each([
  ['a terminal', {}, true, true],
  ['a file', {}, false, false],
  ['a terminal with NO_COLOR', { NO_COLOR: '1' }, true, false],
  ['a terminal with an empty NO_COLOR', { NO_COLOR: '' }, true, true],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
])('%s is coloured: %j %s -> %s', (_where, env, isTerminal, expected) => {
  expect(wantsColour(env, isTerminal)).toBe(expected);
});
