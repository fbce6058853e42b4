import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Env } from './env.ts';
import { readEither } from './secret-file.ts';

/** The client's credentials for the workflow service, and the authority that verifies the service. PEM. */
export interface TemporalSecrets {
  ca?: string;
  pair?: { cert: string; key: string };
  apiKey?: string;
}

type Name = 'TEMPORAL_TLS_CA' | 'TEMPORAL_TLS_CERT' | 'TEMPORAL_TLS_KEY' | 'TEMPORAL_API_KEY';

const names = ['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_API_KEY'] as const;

const isSet = (env: Env, name: Name) => (env[name] ?? env[`${name}_FILE`]) !== undefined;

/** Whether the connection uses TLS: certificates or keys imply it. */
export function usesTemporalTls(env: Env): boolean {
  return (
    env.TEMPORAL_TLS ?? (names.some((name) => isSet(env, name)) || env.TEMPORAL_TLS_SERVER_NAME !== undefined)
  );
}

/** Combinations that make a connection less secure than its settings suggest. */
export function findTemporalContradictions(env: Env): string[] {
  const problems: string[] = [];
  const given = names.filter((name) => isSet(env, name));
  const asksForTls = [
    ...given,
    ...(env.TEMPORAL_TLS_SERVER_NAME === undefined ? [] : ['TEMPORAL_TLS_SERVER_NAME']),
  ];
  if (env.TEMPORAL_TLS === false) {
    problems.push(...asksForTls.map((name) => `${name} needs TLS, and TEMPORAL_TLS is off`));
  }
  if (env.TEMPORAL_ADDRESS === undefined) {
    const idle = [...(env.TEMPORAL_TLS === true ? ['TEMPORAL_TLS'] : []), ...asksForTls];
    problems.push(...idle.map((name) => `${name} has no effect without TEMPORAL_ADDRESS`));
  }
  if (isSet(env, 'TEMPORAL_TLS_CERT') !== isSet(env, 'TEMPORAL_TLS_KEY')) {
    problems.push('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY belong together: one is missing');
  }
  return problems;
}

/** Appends problems to `problems`; the result is valid only without problems. */
export function readTemporalSecrets(env: Env, problems: string[]): TemporalSecrets {
  const ca = readOne(env, 'TEMPORAL_TLS_CA', problems);
  const cert = readOne(env, 'TEMPORAL_TLS_CERT', problems);
  const key = readOne(env, 'TEMPORAL_TLS_KEY', problems);
  const apiKey = readOne(env, 'TEMPORAL_API_KEY', problems);
  const isCertificate = (pem: string) => new X509Certificate(pem);
  if (ca !== undefined) check('TEMPORAL_TLS_CA', ca, isCertificate, problems);
  if (cert !== undefined) check('TEMPORAL_TLS_CERT', cert, isCertificate, problems);
  if (key !== undefined) check('TEMPORAL_TLS_KEY', key, createPrivateKey, problems);
  if (problems.length === 0 && cert !== undefined && key !== undefined) {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
      problems.push('TEMPORAL_TLS_KEY is not the key of TEMPORAL_TLS_CERT');
    }
  }
  // the key is sent in a header: a key with invalid characters would cause a misleading error
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    problems.push('TEMPORAL_API_KEY must be one line of printable letters');
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { pair: { cert, key } }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

/** Compose files and shells write the line breaks of a PEM as \\n. */
function readOne(env: Env, name: Name, problems: string[]): string | undefined {
  const text = readEither(env, name, problems);
  return env[`${name}_FILE`] === undefined ? text?.replaceAll('\\n', '\n') : text;
}

function check(name: Name, pem: string, parse: (pem: string) => unknown, problems: string[]): void {
  try {
    parse(pem);
  } catch {
    problems.push(`${name} is not PEM, or holds something else`);
  }
}
