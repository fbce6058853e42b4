import { expect, test } from 'vitest';
import { isRecentEnough, probeBinary, serverVersion } from './binary.ts';

test.each([
  ['temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)', '1.31.2'],
  ['temporal version 0.0.0-DEV (Server 1.29.1, UI 2.40.0)', '1.29.1'],
  ['tctl version 1.18', undefined],
])('%s carries server %s', (output, server) => {
  expect(serverVersion(output)).toBe(server);
});

test.each([
  ['1.31.2', true],
  ['1.28.0', true],
  ['1.27.9', false],
  ['2.0.0', true],
  ['0.99.0', false],
])('server %s is recent enough: %s', (server, expected) => {
  expect(isRecentEnough(server)).toBe(expected);
});

test('a program that is no Temporal server is not taken for one', async () => {
  expect(await probeBinary(process.execPath)).toBeUndefined();
  expect(await probeBinary('/nonexistent/temporal')).toBeUndefined();
});
