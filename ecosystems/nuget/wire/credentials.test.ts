import { expect, test } from 'vitest';
import { credentialOf } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
  ['no header', {}, undefined],
  ['the key of current clients', { 'x-nuget-apikey': ' key ' }, 'key'],
  ['the other spelling', { 'x-dotnet-apikey': 'key' }, 'key'],
  ['a bearer token', { authorization: 'bearer token' }, 'token'],
  ['a Basic password', { authorization: basic('any:pub_1:2') }, 'pub_1:2'],
  ['a Basic name without password', { authorization: basic('any:') }, undefined],
  ['a Basic value without colon', { authorization: basic('any') }, undefined],
  ['another scheme', { authorization: 'Digest x' }, undefined],
  ['an empty key before a token', { 'x-nuget-apikey': '', authorization: 'Bearer token' }, 'token'],
  [
    'everything at once',
    { authorization: basic('u:last'), 'x-dotnet-apikey': 'second', 'x-nuget-apikey': 'first' },
    'first',
  ],
  ['both other headers', { authorization: basic('u:last'), 'x-dotnet-apikey': 'second' }, 'second'],
])('of %s the credential is found', (_title, headers, expected) => {
  expect(credentialOf(headers)).toBe(expected);
});
