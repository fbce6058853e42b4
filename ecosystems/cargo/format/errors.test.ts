import { expect, test } from 'vitest';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import { problem } from './errors.ts';

const render = (...error: ConstructorParameters<typeof DomainError>) =>
  problem(new DomainError(...error), 'http://rookery.test');

test.each<[ErrorCode, number]>([
  ['validation_failed', 400],
  ['manifest_mismatch', 400],
  ['name_reserved', 400],
  ['forbidden', 403],
  ['policy_violation', 403],
  ['not_found', 404],
  ['version_exists', 409],
  ['too_large', 413],
])('%s is a %d in the shape that cargo prints, without a challenge', (code, status) => {
  const { headers, ...answer } = render(code, 'a sentence');

  expect(answer).toEqual({ status, body: { errors: [{ detail: 'a sentence' }] } });
  expect(headers).not.toHaveProperty('www-authenticate');
});

test.each<ErrorCode>(['unauthenticated', 'invalid_credentials'])('%s names the page with tokens', (code) => {
  expect(render(code, 'no')).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Cargo login_url="http://rookery.test/cargo/me"' },
  });
});

test('an unexpected failure reveals nothing', () => {
  const { status, body } = render('internal', 'SELECT secret');

  expect([status, body]).toEqual([500, { errors: [{ detail: 'internal error' }] }]);
});
