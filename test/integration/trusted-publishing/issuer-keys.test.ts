import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { afterEach, describe, expect, it, test } from 'vitest';
import { fetchJson } from '../../../services/outgoing/guarded-fetch.ts';
import { createIssuerKeys } from '../../../services/identity/oidc/issuer-keys.ts';
import { type Issuer, type IssuerOptions, startIssuer } from '../../support/issuer.ts';

const running: Issuer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((issuer) => issuer.stop()));
});

async function start(options?: IssuerOptions): Promise<Issuer> {
  const issuer = await startIssuer(options);
  running.push(issuer);
  return issuer;
}

const discovery = '/.well-known/openid-configuration';

describe('the keys of an issuer', () => {
  const verifyWith = (issuer: Issuer) => {
    const keys = createIssuerKeys([issuer.url]);
    return (jwt: string) =>
      jwtVerify(jwt, (header, token) => keys.keyFor({ issuer: issuer.url }, header, token));
  };

  it('are asked for once, also by many at the same moment', async () => {
    const issuer = await start();
    const verify = verifyWith(issuer);
    const jwt = await issuer.sign();

    await Promise.all(Array.from({ length: 5 }, () => verify(jwt)));
    await verify(jwt);

    expect(issuer.requests).toEqual([discovery, '/keys']);
  });

  it('are asked for again when there is a new one, and not for every unknown key', async () => {
    const issuer = await start();
    const verify = verifyWith(issuer);
    await verify(await issuer.sign());
    await issuer.rotate();

    await verify(await issuer.sign());
    await expect(verify(await issuer.sign({}, { kid: 'a' }))).rejects.toThrow(/no applicable key/);
    await expect(verify(await issuer.sign({}, { kid: 'b' }))).rejects.toThrow(/no applicable key/);

    expect(issuer.requests).toEqual([discovery, '/keys', discovery, '/keys']);
  });

  it('are asked for again after a failure', async () => {
    let isBroken = true;
    const issuer = await start({
      answer: (_request, response) => {
        if (isBroken) response.writeHead(500).end();
        return isBroken;
      },
    });
    const verify = verifyWith(issuer);

    await expect(verify(await issuer.sign())).rejects.toMatchObject({ code: 'not_ready' });
    isBroken = false;

    await expect(verify(await issuer.sign())).resolves.toBeDefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://token.actions.githubusercontent.com' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['keys at the metadata service', { jwks_uri: 'http://169.254.169.254/keys' }],
    ['keys on another port here', { jwks_uri: 'http://127.0.0.1:1/keys' }],
    ['keys here by another name', { jwks_uri: 'https://localhost/keys' }],
    ['no keys', { jwks_uri: undefined }],
  ])('are not taken from a document that names %s', async (_what, changes) => {
    const issuer = await start({ discovery: changes });

    await expect(verifyWith(issuer)(await issuer.sign())).rejects.toMatchObject({ code: 'not_ready' });
  });
});

describe('a guarded fetch', () => {
  test.each([
    'http://token.actions.githubusercontent.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://user:password@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
  ])('does not go to %s', async (address) => {
    await expect(fetchJson(address)).rejects.toThrow(/not public|not allowed|credentials/);
  });

  it('trusts one origin and no other port of it', async () => {
    const issuer = await start();

    await expect(fetchJson(`${issuer.url}/keys`, { trustedOrigin: issuer.url })).resolves.toBeDefined();
    await expect(fetchJson(`${issuer.url}/keys`, { trustedOrigin: 'http://127.0.0.1:1' })).rejects.toThrow(
      /not allowed/,
    );
    expect(issuer.requests).toEqual(['/keys']);
  });

  it('follows no redirect', async () => {
    const inner = await start();
    const issuer = await start({
      answer: (_request, response) => {
        response.writeHead(302, { location: `${inner.url}/keys` }).end();
        return true;
      },
    });

    await expect(fetchJson(issuer.url, { trustedOrigin: issuer.url })).rejects.toThrow(/302/);
    expect(inner.requests).toEqual([]);
  });

  it('stops reading an endless answer', async () => {
    const server = createServer((_request, response) => {
      const more = () => {
        while (response.write('['.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // a listening TCP server has an object as its address
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    await expect(fetchJson(origin, { trustedOrigin: origin })).rejects.toThrow(/more than/);

    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('stops waiting for an answer that never comes', async () => {
    const issuer = await start({ answer: () => true });

    await expect(fetchJson(issuer.url, { trustedOrigin: issuer.url })).rejects.toThrow(/abort|timeout/i);
  });
});
