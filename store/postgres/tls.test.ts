import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOptions } from './client-options.ts';
import { findTlsProblem, readTls } from './tls.ts';

let folder: string;
let file: (name: string) => string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-tls-'));
  file = (name) => join(folder, name);
  await writeFile(file('ca'), 'authority');
  await writeFile(file('cert'), 'certificate');
  await writeFile(file('key'), 'key');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an address', () => {
  test('that asks for nothing is in clear text, whatever the environment of libpq says', () => {
    expect(readTls('postgres://h/d')).toEqual({ url: 'postgres://h/d', ssl: false });
    expect(readTls('postgres://h/d?sslmode=disable').ssl).toBe(false);
    expect(clientOptions('postgres://h/d').ssl).toBe(false);
  });

  test.each(['require', 'verify-full'])('with %s has the certificate and its name checked', (mode) => {
    expect(readTls(`postgres://h/d?sslmode=${mode}`)).toEqual({
      url: 'postgres://h/d',
      ssl: { rejectUnauthorized: true },
    });
  });

  test('with no-verify is encrypted, and nothing is checked', () => {
    expect(readTls('postgres://h/d?sslmode=no-verify').ssl).toEqual({ rejectUnauthorized: false });
  });

  test('with files alone asks for everything', () => {
    const address = `postgres://h/d?sslrootcert=${file('ca')}&sslcert=${file('cert')}&sslkey=${file('key')}&application_name=a`;

    expect(readTls(address)).toEqual({
      url: 'postgres://h/d?application_name=a',
      ssl: { rejectUnauthorized: true, ca: 'authority', cert: 'certificate', key: 'key' },
    });
  });

  test('with verify-ca has no name checked', () => {
    const { ssl } = readTls(`postgres://h/d?sslmode=verify-ca&sslrootcert=${file('ca')}`);

    expect(ssl).toMatchObject({ rejectUnauthorized: true, ca: 'authority' });
    expect(Object.keys(ssl)).toContain('checkServerIdentity');
  });

  test('trusts the authorities of the system by that name', () => {
    expect(readTls('postgres://h/d?sslrootcert=system').ssl).toEqual({ rejectUnauthorized: true });
  });
});

describe('is refused', () => {
  test.each([
    ['sslmode=prefer', 'must have an sslmode of disable, no-verify'],
    ['sslmode=allow', 'must have an sslmode of'],
    ['sslmode=', 'must have an sslmode of'],
    ['sslmode=require&sslmode=disable', 'has sslmode more than once'],
    ['ssl=true', 'has ssl, which is not known'],
    ['sslnegotiation=direct', 'has sslnegotiation, which is not known'],
    ['channel_binding=require', 'has channel_binding, which is not known'],
    ['sslmode=verify-ca', 'needs a file in sslrootcert'],
    ['sslmode=verify-ca&sslrootcert=system', 'needs a file in sslrootcert'],
    ['sslmode=disable&sslrootcert=/ca.pem', 'with sslmode=disable: keep one'],
    ['sslmode=no-verify&sslrootcert=/ca.pem', 'has sslrootcert with sslmode=no-verify'],
    ['sslcert=/c.pem', 'has one of sslcert and sslkey'],
    ['sslrootcert=/missing.pem', 'has a file in sslrootcert that can not be read'],
  ])('%s', (query, problem) => {
    expect(findTlsProblem(`postgres://h/d?${query}`)).toContain(problem);
  });

  test('a file without a certificate', () => {
    expect(findTlsProblem(`postgres://h/d?sslrootcert=${file('ca')}`)).toBe(
      'has a file in sslrootcert without a certificate in PEM',
    );
  });

  test.each(['', '?sslmode=verify-full', '?sslrootcert=system', '?application_name=sslmode'])(
    'nothing about %j',
    (query) => {
      expect(findTlsProblem(`postgres://h/d${query}`)).toBeNull();
    },
  );
});
