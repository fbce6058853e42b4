import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './env.ts';

const minimal = {
  DATABASE_URL: 'postgres://owner@db.example/rookery',
  JWT_SECRET: 'a-signing-secret-of-at-least-32-bytes',
};
const address = { ...minimal, TEMPORAL_ADDRESS: 'temporal.example:7233' };
const key = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
}).privateKey;

function problemsOf(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(source);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('TLS is off until something asks for it', () => {
  const isOn = (variables: NodeJS.ProcessEnv) => readConfig({ ...address, ...variables }).temporal.tls.isOn;

  expect(isOn({})).toBe(false);
  expect(isOn({ TEMPORAL_TLS: 'off' })).toBe(false);
  expect(isOn({ TEMPORAL_TLS: 'on' })).toBe(true);
  expect(isOn({ TEMPORAL_API_KEY: 'a-key' })).toBe(true);
  expect(isOn({ TEMPORAL_TLS_SERVER_NAME: 'temporal' })).toBe(true);
});

test.each([
  ['a key in the clear', { TEMPORAL_TLS: 'off', TEMPORAL_API_KEY: 'k' }, [/TEMPORAL_API_KEY needs TLS/]],
  ['a name in the clear', { TEMPORAL_TLS: 'off', TEMPORAL_TLS_SERVER_NAME: 'k' }, [/SERVER_NAME needs TLS/]],
  [
    'TLS to the embedded server',
    { TEMPORAL_ADDRESS: undefined, TEMPORAL_TLS: 'on' },
    [/TEMPORAL_TLS has no effect/],
  ],
  [
    'a key for the embedded server',
    { TEMPORAL_ADDRESS: undefined, TEMPORAL_API_KEY: 'k' },
    [/TEMPORAL_API_KEY has no effect/],
  ],
  ['a key without its certificate', { TEMPORAL_TLS_KEY: key }, [/belong together/]],
  ['a certificate that is none', { TEMPORAL_TLS_CA: 'no PEM' }, [/TEMPORAL_TLS_CA is not PEM/]],
  [
    'a file that is not there',
    { TEMPORAL_TLS_CA_FILE: '/nowhere/ca.crt' },
    [/TEMPORAL_TLS_CA_FILE can not be read/],
  ],
  ['two of one', { TEMPORAL_API_KEY: 'k', TEMPORAL_API_KEY_FILE: '/nowhere' }, [/both set/]],
  ['a key of two lines', { TEMPORAL_API_KEY: 'one\ntwo' }, [/one line/]],
])('%s is refused at start', (_, variables, expected) => {
  const problems = problemsOf({ ...address, ...variables });

  expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test('keys are never printed', () => {
  const config = readConfig({ ...address, TEMPORAL_API_KEY: 'hush-hush' });

  expect(config.secrets.temporal.apiKey).toBe('hush-hush');
  expect(inspect(config, { depth: 9 })).not.toContain('hush');
  expect(JSON.stringify(config)).not.toContain('hush');
});
