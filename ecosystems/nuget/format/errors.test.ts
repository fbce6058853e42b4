import { expect, test } from 'vitest';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import { problem, reasonPhrase, sentenceOf } from './errors.ts';

test.each<[ErrorCode, number, string?]>([
  ['unauthenticated', 401, 'Basic realm="Rookery"'],
  ['invalid_credentials', 401, 'Basic realm="Rookery"'],
  ['forbidden', 403],
  ['insufficient_scope', 403],
  ['not_found', 404],
  ['version_exists', 409],
  ['invalid_archive', 400],
  ['invalid_name', 400],
  ['invalid_version', 400],
])('%s is a %d with its sentence', (code, status, challenge) => {
  const { headers, ...answer } = problem(new DomainError(code, 'a sentence'));

  expect(answer).toEqual({ status, body: { error: 'a sentence' } });
  expect(headers['www-authenticate']).toBe(challenge);
});

test('an unforeseen fault reveals nothing, in the body or on the status line', () => {
  const fault = new DomainError('internal', 'connection to 10.0.0.1 lost');

  expect(problem(fault)).toMatchObject({ status: 500, body: { error: 'internal error' } });
  expect(sentenceOf(fault)).toBe('internal error');
});

test('the status line is printable ASCII of one line', () => {
  expect(reasonPhrase('é is\r\nno version ')).toBe('is no version');
});
