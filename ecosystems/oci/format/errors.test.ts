import { expect, it } from 'vitest';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import { problem } from './errors.ts';

const render = (code: ErrorCode, meta: DomainError['meta'] = {}) =>
  problem(new DomainError(code, 'SELECT secret', meta), 'https://registry.test');

it.each<[ErrorCode, number, string]>([
  ['not_found', 404, 'NAME_UNKNOWN'],
  ['forbidden', 403, 'DENIED'],
  ['invalid_version', 400, 'DIGEST_INVALID'],
  ['rate_limited', 429, 'TOOMANYREQUESTS'],
])('%s is a %d with the code %s', (code, status, name) => {
  expect(render(code)).toMatchObject({
    status,
    headers: { 'content-type': 'application/json', 'docker-distribution-api-version': 'registry/2.0' },
    body: { errors: [{ code: name, message: 'SELECT secret' }] },
  });
});

it('an expired token is challenged with the scope of the request', () => {
  const { status, headers, body } = render('token_expired', { scope: 'repository:alice/app:pull' });

  expect([status, body]).toMatchObject([401, { errors: [{ code: 'UNAUTHORIZED' }] }]);
  expect(headers['www-authenticate']).toBe(
    'Bearer realm="https://registry.test/oci/token",service="registry.test",scope="repository:alice/app:pull"',
  );
});

it('a fault of our own reveals nothing', () => {
  const { status, body } = render('internal');

  expect([status, body]).toEqual([500, { errors: [{ code: 'UNKNOWN', message: 'internal error' }] }]);
});
