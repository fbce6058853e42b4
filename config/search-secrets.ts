import { X509Certificate } from 'node:crypto';
import type { Env } from './env.ts';
import { webUrls } from './env/values.ts';
import { readEither } from './secret-file.ts';

/** The connection settings of Elasticsearch; its addresses may contain a password. */
export interface SearchSecrets {
  nodes: readonly string[];
  auth?: { apiKey: string } | { username: string; password: string };
  /** PEM. */
  ca?: string;
}

type Name = 'ELASTICSEARCH_API_KEY' | 'ELASTICSEARCH_PASSWORD' | 'ELASTICSEARCH_CA';

const besideTheAddress = [
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_API_KEY_FILE',
  'ELASTICSEARCH_USERNAME',
  'ELASTICSEARCH_PASSWORD',
  'ELASTICSEARCH_PASSWORD_FILE',
  'ELASTICSEARCH_CA',
  'ELASTICSEARCH_CA_FILE',
] as const;

/** Withheld from processes that do not search. */
export const searchVariables = ['ELASTICSEARCH_URL', 'ELASTICSEARCH_URL_FILE', ...besideTheAddress] as const;

const isSet = (env: Env, name: Name) => (env[name] ?? env[`${name}_FILE`]) !== undefined;

export function findSearchContradictions(env: Env): string[] {
  if (env.ELASTICSEARCH_URL === undefined && env.ELASTICSEARCH_URL_FILE === undefined) {
    return besideTheAddress
      .filter((name) => env[name] !== undefined)
      .map((name) => `${name} has no effect without ELASTICSEARCH_URL`);
  }
  const problems: string[] = [];
  if ((env.ELASTICSEARCH_USERNAME === undefined) === isSet(env, 'ELASTICSEARCH_PASSWORD')) {
    problems.push('ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD belong together: one is missing');
  }
  if (env.ELASTICSEARCH_USERNAME !== undefined && isSet(env, 'ELASTICSEARCH_API_KEY')) {
    problems.push('ELASTICSEARCH_API_KEY and ELASTICSEARCH_USERNAME are both set: keep one');
  }
  return problems;
}

/** Appends problems to `problems`; undefined if the database is searched. */
export function readSearchSecrets(env: Env, problems: string[]): SearchSecrets | undefined {
  const nodes = readNodes(env, problems);
  if (nodes === undefined) return undefined;
  const apiKey = readEither(env, 'ELASTICSEARCH_API_KEY', problems);
  const password = readEither(env, 'ELASTICSEARCH_PASSWORD', problems);
  const ca = readEither(env, 'ELASTICSEARCH_CA', problems)?.replaceAll('\\n', '\n');
  if (ca !== undefined && !isCertificate(ca))
    problems.push('ELASTICSEARCH_CA is not PEM, or holds something else');
  const { ELASTICSEARCH_USERNAME: username } = env;
  return {
    nodes,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(username !== undefined && password !== undefined && { auth: { username, password } }),
    ...(ca !== undefined && { ca }),
  };
}

function readNodes(env: Env, problems: string[]): readonly string[] | undefined {
  if (env.ELASTICSEARCH_URL_FILE === undefined) return env.ELASTICSEARCH_URL;
  const given = env.ELASTICSEARCH_URL?.join();
  const text = readEither({ ...env, ELASTICSEARCH_URL: given }, 'ELASTICSEARCH_URL', problems);
  if (text === undefined) return [];
  const read = webUrls.safeParse(text);
  if (!read.success) problems.push('ELASTICSEARCH_URL_FILE holds no http(s) URLs');
  return read.data ?? [];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}
