import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createRequestIds } from './request-id.ts';

const request = (remoteAddress: string, id: string) =>
  ({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as IncomingMessage; // only what is read

describe('request ids', () => {
  it.each([
    [[], '127.0.0.1', 'abc', false],
    [['loopback'], '127.0.0.1', 'abc', true],
    [['loopback'], '::1', 'abc', true],
    [['10.0.0.0/8'], '10.1.2.3', 'abc', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', 'abc', true],
    [['10.0.0.1'], '10.0.0.2', 'abc', false],
    [['2001:db8::/32'], '2001:db8::5', 'abc', true],
    [['loopback'], '127.0.0.1', 'a b\n', false],
  ])('with proxies %j a request from %s named %j keeps its name: %s', (proxies, address, id, isKept) => {
    const given = createRequestIds(proxies)(request(address, id));

    expect(given === id).toBe(isKept);
  });
});
