import { expect, it } from 'vitest';
import { assertReachable } from './reachable.ts';

it.each([
  [
    'http://127.0.0.1:4882/hook',
    '127.0.0.1 is not public (the operator allows others with WEBHOOK_PRIVATE_TARGETS=allow)',
  ],
  ['http://[::1]/', '::1 is not public (the operator allows others with WEBHOOK_PRIVATE_TARGETS=allow)'],
])('refuses %s, and names the setting', (url, reason) => {
  expect(() => assertReachable({ mayReachInside: false }, url)).toThrow(
    `the url must be a public address: ${reason}`,
  );
  expect(() => assertReachable({ mayReachInside: true }, url)).not.toThrow();
});

it.each([false, true])('names no setting where none helps (%s)', (mayReachInside) => {
  expect(() => assertReachable({ mayReachInside }, 'https://me:secret@example.com/')).toThrow(
    /: credentials in an address$/,
  );
});
