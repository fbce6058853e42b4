import { join } from 'node:path';
import { inspect } from 'node:util';
import { directUrlOf, type Env } from './env.ts';
import { findKeyProblem } from './signing.ts';
import { readEither, readSecretFile } from './secret-file.ts';
import { webhookKeyOf } from './webhook-key.ts';
import { readSearchSecrets, type SearchSecrets, searchVariables } from './search-secrets.ts';
import { readTemporalSecrets, type TemporalSecrets } from './temporal-secrets.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Everything that must never reach a log: each object prints as `[secrets]`. */
export interface Secrets {
  /** Empty in processes that sign no sessions: those do not read the secret. */
  jwtSecret: string;
  /** A second secret for verifying and opening only, during a replacement of the signing secret. */
  acceptedJwtSecret?: string;
  /** Opens the secrets of webhooks; absent if neither this key nor the signing secret can be read. */
  webhookKey?: string;
  /** Keys that open secrets sealed before {@link Secrets.webhookKey} was replaced. */
  acceptedWebhookKeys?: readonly string[];
  databaseUrl: string;
  /** The database without a pooler: for notices, migrations, locks and commands. */
  directDatabaseUrl: string;
  redisUrl?: string;
  /** The address of the mail server with its password; absent if no mails are sent. */
  smtpUrl?: string;
  /** Private key in PEM; absent if releases are not signed. */
  signingKey?: string;
  s3?: S3Credentials;
  temporal: TemporalSecrets;
  /** Absent if the database is searched, and in processes that do not search. */
  elasticsearch?: SearchSecrets;
}

const minimumSecretBytes = 32;
/** The variables with keys of webhooks. */
export const webhookKeys: readonly string[] = [
  'WEBHOOK_KEY',
  'WEBHOOK_KEY_FILE',
  'WEBHOOK_KEY_ACCEPTED',
  'WEBHOOK_KEY_ACCEPTED_FILE',
];

/** The servers; each is a process. */
export type Role = 'api' | 'worker' | 'scanner' | 'engine';

const ofPeople = [
  'JWT_SECRET',
  'JWT_SECRET_FILE',
  'JWT_SECRET_ACCEPTED',
  'JWT_SECRET_ACCEPTED_FILE',
  'ROOKERY_ADMIN_USERNAME',
  'ROOKERY_ADMIN_PASSWORD_FILE',
];
const ofReleases = ['SIGNING_KEY', 'SIGNING_KEY_FILE', 'SMTP_URL', 'SMTP_URL_FILE'];

/** Variables of keys that a role does not use: the supervisor removes them from the role's environment. */
export const unusedKeys: Record<Role, readonly string[]> = {
  api: [],
  worker: ofPeople,
  scanner: [...ofPeople, ...ofReleases, ...webhookKeys, ...searchVariables],
  engine: [...ofPeople, ...ofReleases, ...webhookKeys, ...searchVariables],
};

/** Collects secrets and appends problems to `problems`; the result is valid only without problems. */
export function readSecrets(env: Env, dataDir: string, role: Role, problems: string[]): Secrets {
  const s3 = readS3Credentials(env, problems);
  const uses = (variable: string) => !unusedKeys[role].includes(variable);
  const signingKey = uses('SIGNING_KEY') ? readSigningKey(env, dataDir, problems) : undefined;
  const seals = uses('WEBHOOK_KEY');
  const acceptedJwtSecret = seals ? readAccepted(env, 'JWT_SECRET_ACCEPTED', problems)[0] : undefined;
  const acceptedKeys = seals ? readAccepted(env, 'WEBHOOK_KEY_ACCEPTED', problems) : [];
  const ofAccepted = acceptedJwtSecret === undefined ? [] : [webhookKeyOf(acceptedJwtSecret)];
  const acceptedWebhookKeys = [...acceptedKeys, ...ofAccepted];
  const webhookKey = seals ? readWebhookKey(env, dataDir, problems) : undefined;
  const smtpUrl = uses('SMTP_URL') ? readSmtpUrl(env, problems) : undefined;
  const elasticsearch = uses('ELASTICSEARCH_URL') ? readSearchSecrets(env, problems) : undefined;
  const secrets: Secrets = {
    jwtSecret: uses('JWT_SECRET') ? readJwtSecret(env, dataDir, problems) : '',
    databaseUrl: env.DATABASE_URL ?? '',
    directDatabaseUrl: directUrlOf(env) ?? '',
    ...(env.REDIS_URL === undefined ? {} : { redisUrl: env.REDIS_URL }),
    ...(webhookKey === undefined ? {} : { webhookKey, acceptedWebhookKeys }),
    ...(acceptedJwtSecret !== undefined && uses('JWT_SECRET') ? { acceptedJwtSecret } : {}),
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    ...(signingKey === undefined ? {} : { signingKey }),
    ...(s3 === undefined ? {} : { s3: unprintable(s3) }),
    temporal: unprintable(readTemporalSecrets(env, problems)),
    ...(elasticsearch === undefined ? {} : { elasticsearch: unprintable(elasticsearch) }),
  };
  return unprintable(secrets);
}

function readJwtSecret(env: Env, dataDir: string, problems: string[]): string {
  if (env.JWT_SECRET !== undefined || env.JWT_SECRET_FILE !== undefined)
    return readLong(env, 'JWT_SECRET', problems) ?? '';
  const secret = readSecretFile(join(dataDir, 'jwt-secret'));
  if (secret !== undefined) checkLength('JWT_SECRET', secret, problems);
  else problems.push('JWT_SECRET is missing: set it, JWT_SECRET_FILE, or let npm start make one in DATA_DIR');
  return secret ?? '';
}

/** The first secret signs and seals; every secret verifies and opens. */
export type RotatingSecrets = readonly [string, ...string[]];

export function jwtSecretsOf({
  jwtSecret,
  acceptedJwtSecret,
}: Pick<Secrets, 'jwtSecret' | 'acceptedJwtSecret'>): RotatingSecrets {
  return acceptedJwtSecret === undefined ? [jwtSecret] : [jwtSecret, acceptedJwtSecret];
}

function readLong(env: Env, name: string, problems: string[]): string | undefined {
  const secret = readEither(env, name, problems);
  if (secret !== undefined) checkLength(name, secret, problems);
  return secret;
}

/** One secret per line. Deployments always mount the file, which is empty outside of a replacement. */
function readAccepted(env: Env, name: string, problems: string[]): string[] {
  const secrets = readEither(env, name, problems, { mayBeEmpty: true })?.split(/\r?\n/) ?? [];
  for (const secret of secrets) checkLength(name, secret, problems);
  return secrets;
}

function checkLength(name: string, secret: string, problems: string[]): void {
  if (Buffer.byteLength(secret) >= minimumSecretBytes) return;
  problems.push(`${name} must have at least ${minimumSecretBytes} bytes`);
}

/** The key is set, or derived from the signing secret if the process can read that; workers keep only the key. */
function readWebhookKey(env: Env, dataDir: string, problems: string[]): string | undefined {
  const key = readLong(env, 'WEBHOOK_KEY', problems);
  if (key !== undefined || env.WEBHOOK_KEY_FILE !== undefined) return key;
  const secret = env.JWT_SECRET ?? readSecretFile(env.JWT_SECRET_FILE ?? join(dataDir, 'jwt-secret'));
  return secret === undefined ? undefined : webhookKeyOf(secret);
}

function readSmtpUrl(env: Env, problems: string[]): string | undefined {
  const url = readEither(env, 'SMTP_URL', problems);
  const isUsable = url === undefined || ['smtp:', 'smtps:'].includes(URL.parse(url)?.protocol ?? '');
  if (!isUsable) problems.push('SMTP_URL_FILE holds no smtp:// or smtps:// URL');
  return url;
}

function readSigningKey(env: Env, dataDir: string, problems: string[]): string | undefined {
  if (env.SIGNING_KEY !== undefined && env.SIGNING_KEY_FILE !== undefined) {
    problems.push('SIGNING_KEY and SIGNING_KEY_FILE are both set: keep one');
    return undefined;
  }
  const file = env.SIGNING_KEY_FILE ?? join(dataDir, 'signing-key');
  // compose files and shells write the line breaks of a PEM as \n
  const pem = env.SIGNING_KEY?.replaceAll('\\n', '\n') ?? readSecretFile(file);
  if (pem === undefined) {
    if (env.SIGNING_KEY_FILE !== undefined) problems.push('SIGNING_KEY_FILE can not be read');
    return undefined;
  }
  const problem = findKeyProblem(pem);
  if (problem !== null) problems.push(`SIGNING_KEY ${problem}`);
  return pem;
}

/** Undefined without configured credentials: the credential chain of AWS is used then. */
export function readS3Credentials(env: Env, problems: string[]): S3Credentials | undefined {
  const isOwn = env.S3_ACCESS_KEY_ID !== undefined || env.S3_SECRET_ACCESS_KEY !== undefined;
  const accessKeyId = isOwn ? env.S3_ACCESS_KEY_ID : env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? env.S3_SECRET_ACCESS_KEY : env.AWS_SECRET_ACCESS_KEY;
  const sessionToken = isOwn ? undefined : env.AWS_SESSION_TOKEN;
  if (env.S3_BUCKET === undefined || (accessKeyId === undefined && secretAccessKey === undefined))
    return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const prefix = isOwn ? 'S3' : 'AWS';
    problems.push(`${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY belong together: one is missing`);
    return undefined;
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function unprintable<T extends object>(value: T): T {
  return printedAs(value, () => '[secrets]');
}

/** A copy that shows passwords inside URLs as `***` in logs, inspections and JSON. */
export function withMaskedUrls<T extends object>(group: T): T {
  return printedAs(group, () =>
    Object.fromEntries(
      Object.entries(group).map(([key, value]) => [key, typeof value === 'string' ? maskUrl(value) : value]),
    ),
  );
}

/** Not enumerable, so that comparison and spread use the plain group. */
function printedAs<T extends object>(value: T, print: () => unknown): T {
  return Object.defineProperties(
    { ...value },
    { toJSON: { value: print }, [inspect.custom]: { value: print } },
  );
}

/** Removes the whole user part of a URL: the user name may be a token as well. */
export function maskUrl(value: string): string {
  return value
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@')
    .replace(/([?&]password=)[^&#]*/gi, '$1***');
}
