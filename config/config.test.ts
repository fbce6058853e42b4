import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, sections } from './env.ts';
import { jwtSecretsOf } from './secrets.ts';
import { webhookKeyOf } from './webhook-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'rookery-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const jwtSecret = 'a-signing-secret-of-at-least-32-bytes';
const minimal = {
  DATABASE_URL: 'postgres://owner:hush@db.example:5432/rookery',
  JWT_SECRET: jwtSecret,
  DATA_DIR: folder,
};

function problemsOf(source: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(source);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each(['192.0.2.1', '192.0.2.1:5353,2001:db8::1', '[2001:db8::1]:53'])(
  'name servers can be %s',
  (servers) => {
    expect(readConfig({ ...minimal, DNS_SERVERS: servers }).dns.servers).toEqual(servers.split(','));
  },
);

test.each(['dns.example', '192.0.2.1:70000', '2001:db8::g', '[192.0.2.1', '192.0.2.1:'])(
  'name servers can not be %s',
  (servers) => {
    expect(problemsOf({ ...minimal, DNS_SERVERS: servers })).toEqual([
      expect.stringContaining('DNS_SERVERS'),
    ]);
  },
);

test.each(['postgres://a:1,b:2/d', 'postgresql://u:p@a,b/d?target_session_attrs=primary'])(
  'the database can be %s',
  (url) => {
    expect(readConfig({ ...minimal, DATABASE_URL: url }).database.url).toBe(url);
  },
);

test.each(['postgres://a,b/d?target_session_attrs=standby', 'postgres://a:x,b/d', 'mysql://a,b/d'])(
  'the database can not be %s',
  (url) => {
    expect(problemsOf({ ...minimal, DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL must be a postgres:\/\/ URL/),
    ]);
  },
);

test('defaults describe the embedded platform', () => {
  const config = readConfig({ ...minimal, DATA_DIR: undefined });

  expect(config).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    http: {
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      trustedProxies: [],
      corsOrigins: [],
    },
    shutdown: { delayMs: 5_000, deadlineMs: 20_000 },
    metrics: { host: '127.0.0.1', port: 9_464, isChosen: false },
    dataDir: resolve('.rookery'),
    database: { url: minimal.DATABASE_URL, poolSize: 20, isPooled: false },
    temporal: { address: '127.0.0.1:7233', namespace: 'rookery', uiUrl: 'http://127.0.0.1:8233' },
    blobs: { kind: 'disk', path: resolve('.rookery/blobs'), fsync: true },
    kv: { kind: 'memory' },
    publish: { deadlineMs: 20_000, stagedTtlSeconds: 86_400 },
    limits: { rates: true, maxUploadBytes: 536_870_912 },
    auth: {
      registration: true,
      sessionTtlSeconds: 3_600,
      recentLoginSeconds: 600,
      passwords: { cost: { memoryKib: 19_456, passes: 2, parallelism: 1 }, concurrency: 2 },
      advertiseAuth: false,
    },
    scanner: { timeoutMs: 60_000, memoryMb: 256 },
    chess: {
      analysisMaxConcurrentPositions: 4,
      analysisPositionMaxMovetimeMs: 10_000,
      analysisGameMaxMovetimeMs: 15_000,
      analysisDepth: 30,
      analysisMaxJobs: 256,
      analysisMaxConcurrentJobs: 4,
      analysisCompletedTtlSecs: 3_600,
      ttSizeMb: 64,
      bookPath: null,
      tablebasePath: null,
      engineThreads: Math.max(1, availableParallelism() - 1),
      lang: 'en',
      maxActiveGames: 10_000,
      gameIdleDays: 7,
    },
    telemetry: { logLevel: 'info' },
  });
});

test('a position never gets more threads than the machine has processors', () => {
  const { chess } = readConfig({ ...minimal, ANALYSIS_POSITION_MAX_THREADS: '64' });

  expect(chess.analysisPositionMaxThreads).toBe(Math.min(64, availableParallelism()));
});

test('book and tablebases may be named from the current folder', () => {
  const { chess } = readConfig({
    ...minimal,
    BOOK_PATH: 'book.bin',
    TABLEBASE_PATH: ['tables', '/more'].join(delimiter),
  });

  expect(chess.bookPath).toBe(resolve('book.bin'));
  expect(chess.tablebasePath).toBe([resolve('tables'), '/more'].join(delimiter));
});

test('a bucket and Redis replace the embedded parts', () => {
  const config = readConfig({
    ...minimal,
    S3_BUCKET: 'artifacts',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'hidden',
    REDIS_URL: 'redis://:hush@cache.example:6379',
    TEMPORAL_ADDRESS: 'temporal.example:7233',
  });

  expect(config.blobs).toEqual({
    kind: 's3',
    bucket: 'artifacts',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    forcePathStyle: true,
  });
  expect(config.kv).toEqual({ kind: 'redis', url: 'redis://:hush@cache.example:6379' });
  expect(config.secrets.s3).toEqual({ accessKeyId: 'key', secretAccessKey: 'hidden' });
  expect(config.temporal.uiUrl).toBeNull();
});

test('no way of printing the configuration shows a secret', () => {
  const config = readConfig({
    ...minimal,
    REDIS_URL: 'rediss://:hush@cache.example:6379',
    S3_BUCKET: 'artifacts',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden',
  });

  const printed = [config, config.secrets, config.secrets.s3, config.database, config.kv].flatMap((value) => [
    JSON.stringify(value),
    inspect(value, { depth: 9 }),
  ]);

  for (const text of printed) expect(text).not.toMatch(new RegExp(`hush|hidden|${jwtSecret}`));
});

test('a signing key may have its line breaks escaped', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

  const { secrets } = readConfig({ ...minimal, SIGNING_KEY: pem.replaceAll('\n', '\\n') });

  expect(secrets.signingKey).toBe(pem);
  expect(JSON.stringify(secrets)).not.toContain('PRIVATE');
});

test('every member is frozen', () => {
  const config = readConfig(minimal);

  expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
  expect(() => Object.assign(config.secrets, { jwtSecret: '' })).toThrow(TypeError);
  expect(() => config.http.trustedProxies.push('10.0.0.1')).toThrow(TypeError);
});

test('all malformed variables are reported at once and no value is repeated', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://u:hush@h/d',
    RATE_LIMITS: 'maybe',
  });

  expect(problems.map((problem) => problem.split(' ')[0] ?? '').sort((a, b) => a.localeCompare(b))).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'RATE_LIMITS',
  ]);
  expect(problems.join()).not.toContain('hush');
});

test.each([
  ['no database', { DATABASE_URL: undefined }, /^DATABASE_URL is missing/],
  [
    'a database in clear text, perhaps',
    { DATABASE_URL: 'postgres://h/d?sslmode=prefer' },
    /^DATABASE_URL must/,
  ],
  ['TLS asked for where it is not read', { PGSSLMODE: 'require' }, /^PGSSLMODE is not read: write sslmode/],
  ['no signing secret', { JWT_SECRET: undefined }, /^JWT_SECRET is missing/],
  ['a short signing secret', { JWT_SECRET: 'short' }, /32 bytes/],
  ['two signing secrets', { JWT_SECRET_FILE: '/nowhere' }, /both set/],
  ['two signing keys', { SIGNING_KEY: 'pem', SIGNING_KEY_FILE: '/nowhere' }, /^SIGNING_KEY .*both set/],
  ['a signing key that is none', { SIGNING_KEY: 'hush' }, /^SIGNING_KEY is no private key/],
  ['an unreadable signing key', { SIGNING_KEY_FILE: '/nowhere' }, /^SIGNING_KEY_FILE can not be read/],
  ['an unreadable trust root', { SIGSTORE_TRUSTED_ROOT: '/nowhere' }, /^SIGSTORE_TRUSTED_ROOT can not/],
  ['an unreadable secret file', { JWT_SECRET: undefined, JWT_SECRET_FILE: '/nowhere' }, /can not be read/],
  [
    'bucket options without a bucket',
    { S3_ENDPOINT: 'http://s3.example' },
    /S3_ENDPOINT .* without S3_BUCKET/,
  ],
  ['half a key pair', { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, /belong together/],
  ['fsync with a bucket', { S3_BUCKET: 'b', BLOB_FSYNC: 'off' }, /BLOB_FSYNC/],
  [
    'uploads that a bucket can not move',
    { S3_BUCKET: 'b', MAX_UPLOAD_BYTES: '6000000000' },
    /MAX_UPLOAD_BYTES/,
  ],
  ['metrics on the public port', { PORT: '9003', METRICS_PORT: '9000' }, /METRICS_PORT/],
  ['the usual port of metrics as the public one', { PORT: '9465' }, /METRICS_PORT/],
  [
    'a review that is too shallow',
    { ANALYSIS_DEPTH: '29' },
    /^ANALYSIS_DEPTH must be a whole number from 30 to 128$/,
  ],
  [
    'password hashes with less memory than 19 MiB',
    { ARGON2_MEMORY_KIB: '19455' },
    /^ARGON2_MEMORY_KIB .*19456/,
  ],
  ['password hashes of one pass', { ARGON2_PASSES: '1' }, /^ARGON2_PASSES must be .* from 2/],
  ['password hashes without a lane', { ARGON2_PARALLELISM: '0' }, /^ARGON2_PARALLELISM must be .* from 1/],
  ['a log-in that is never recent', { RECENT_LOGIN_SECONDS: '59' }, /^RECENT_LOGIN_SECONDS/],
  ['fewer reviews kept than may run', { ANALYSIS_MAX_JOBS: '2' }, /^ANALYSIS_MAX_JOBS/],
  ['a table larger than the engine takes', { TT_SIZE_MB: '4096' }, /^TT_SIZE_MB/],
  ['a language without a catalogue', { ROOKERY_LANG: 'it' }, /^ROOKERY_LANG/],
  ['uploads that expire under their publish', { STAGED_TTL_SECONDS: '20' }, /STAGED_TTL_SECONDS/],
  ['a public URL with a query', { PUBLIC_URL: 'https://r.example/?a=1' }, /PUBLIC_URL/],
  [
    'a public URL with a path',
    { PUBLIC_URL: 'https://r.example/registry' },
    /^PUBLIC_URL must have no path: /,
  ],
  [
    'a second public URL',
    { PUBLIC_URL: 'https://r.example,https://s.example' },
    /^PUBLIC_URL must be one address: /,
  ],
  ['an origin with a path', { CORS_ORIGINS: 'https://a.example/' }, /^CORS_ORIGINS/],
  ['an origin without a scheme', { CORS_ORIGINS: '*,a.example' }, /^CORS_ORIGINS/],
  ['a proxy that is no address', { TRUSTED_PROXIES: '10.0.0.0/99' }, /TRUSTED_PROXIES/],
  ['a Temporal address with a scheme', { TEMPORAL_ADDRESS: 'http://t:7233' }, /TEMPORAL_ADDRESS/],
])('%s is refused', (_name, change, expected) => {
  const problems = problemsOf({ ...minimal, ...change });

  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

test.each([
  [{ PUBLIC_URL: 'https://r.example//' }, 'https://r.example'],
  [{ HOST: '0.0.0.0', PORT: '81' }, 'http://localhost:81'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ PUBLIC_URL: '' }, 'http://127.0.0.1:8080'],
])('%o gives the public URL %s', (change, expected) => {
  expect(readConfig({ ...minimal, ...change }).http.publicUrl).toBe(expected);
});

test('the first administrator has a name and a file with a password, or is absent', () => {
  const named = { ROOKERY_ADMIN_USERNAME: 'root', ROOKERY_ADMIN_PASSWORD_FILE: '/run/secrets/admin' };

  expect(readConfig(minimal).auth.firstAdmin).toBe(null);
  // the file may be gone after the first start
  expect(readConfig({ ...minimal, ...named }).auth.firstAdmin).toEqual({
    username: 'root',
    passwordFile: '/run/secrets/admin',
  });
  for (const missing of Object.keys(named)) {
    expect(problemsOf({ ...minimal, ...named, [missing]: undefined })).toEqual([
      'ROOKERY_ADMIN_USERNAME and ROOKERY_ADMIN_PASSWORD_FILE belong together: one is missing',
    ]);
  }
  expect(problemsOf({ ...minimal, ...named, ROOKERY_ADMIN_USERNAME: '-root' })).toEqual([
    expect.stringContaining('ROOKERY_ADMIN_USERNAME must be 2 to 39 letters'),
  ]);
});

test('the signing secret is taken from its file, or from the data folder, without the final newline', () => {
  writeFileSync(join(folder, 'jwt-secret'), `${jwtSecret}\n`);

  const fromFolder = readConfig({ ...minimal, JWT_SECRET: undefined });
  const fromFile = readConfig({
    ...minimal,
    JWT_SECRET: undefined,
    JWT_SECRET_FILE: join(folder, 'jwt-secret'),
  });

  rmSync(join(folder, 'jwt-secret'));
  expect([fromFolder.secrets.jwtSecret, fromFile.secrets.jwtSecret]).toEqual([jwtSecret, jwtSecret]);
});

test.each(['worker', 'scanner', 'engine'] as const)(
  '%s runs without the secret that signs sessions',
  (role) => {
    const config = readConfig({ ...minimal, JWT_SECRET: undefined, JWT_SECRET_FILE: '/nowhere' }, role);

    expect(config.secrets.jwtSecret).toBe('');
  },
);

const dsn = 'postgres://rookery:hush@db.example/registry';

test('every secret may be in a file', () => {
  const variables = Object.keys(Object.assign({}, ...Object.values(sections)));
  const isSecret = (name: string) =>
    /(?:SECRET|_KEY|PASSWORD)$/.test(name) ||
    ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL', 'SMTP_URL', 'ELASTICSEARCH_URL'].includes(name);
  // these belong to the credential chain of AWS, which has its own files
  const secrets = variables.filter((name) => isSecret(name) && !name.startsWith('AWS_'));

  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((name) => !variables.includes(`${name}_FILE`))).toEqual([]);
});

test('a file of an address is as good as the address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-config-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`);
    return join(folder, name);
  };
  const config = readConfig({
    ...minimal,
    DATABASE_URL: '',
    DATABASE_URL_FILE: file('database', dsn),
    REDIS_URL_FILE: file('redis', 'redis://:hush@cache.example:6379'),
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY_FILE: file('s3', 'hidden'),
    WEBHOOK_KEY_FILE: file('webhooks', 'w'.repeat(32)),
  });
  rmSync(folder, { recursive: true });

  expect(config.secrets).toMatchObject({
    databaseUrl: dsn,
    directDatabaseUrl: dsn,
    redisUrl: 'redis://:hush@cache.example:6379',
    s3: { accessKeyId: 'key', secretAccessKey: 'hidden' },
    webhookKey: 'w'.repeat(32),
  });
});

test.each([
  ['both ways to name the database', { DATABASE_URL_FILE: '/nowhere' }, /DATABASE_URL_FILE are both set/],
  ['a file that is not there', { REDIS_URL_FILE: '/nowhere' }, /REDIS_URL_FILE can not be read/],
  ['a file that is no webhook key', { WEBHOOK_KEY_FILE: '/nowhere' }, /WEBHOOK_KEY_FILE can not be read/],
])('%s is refused', (_what, variables, problem) => {
  expect(problemsOf({ ...minimal, ...variables })).toEqual([expect.stringMatching(problem)]);
});

test('a second signing secret opens what it sealed, for webhooks as well', () => {
  const accepted = 'another-secret-of-at-least-32-bytes';
  const { secrets } = readConfig({ ...minimal, JWT_SECRET_ACCEPTED: accepted });
  const worker = readConfig({ ...minimal, JWT_SECRET_ACCEPTED: accepted }, 'worker').secrets;
  const scanner = readConfig({ ...minimal, JWT_SECRET_ACCEPTED_FILE: '/nowhere' }, 'scanner').secrets;

  expect(jwtSecretsOf(secrets)).toEqual([jwtSecret, accepted]);
  expect(secrets.acceptedWebhookKeys).toEqual([webhookKeyOf(accepted)]);
  expect(worker).toMatchObject({ acceptedWebhookKeys: [webhookKeyOf(accepted)] });
  expect(worker.acceptedJwtSecret).toBeUndefined();
  expect(scanner.acceptedJwtSecret).toBeUndefined();
  expect(problemsOf({ ...minimal, JWT_SECRET_ACCEPTED: 'short' })).toEqual([
    'JWT_SECRET_ACCEPTED must have at least 32 bytes',
  ]);
});

test('the file of a second secret may be empty: deployments mount it always', () => {
  const empty = { JWT_SECRET_ACCEPTED_FILE: '/dev/null', WEBHOOK_KEY_ACCEPTED_FILE: '/dev/null' };
  const { secrets } = readConfig({ ...minimal, ...empty });

  expect(jwtSecretsOf(secrets)).toEqual([jwtSecret]);
  expect(secrets.acceptedWebhookKeys).toEqual([]);
  expect(problemsOf({ ...minimal, JWT_SECRET_ACCEPTED_FILE: '/nowhere' })).toEqual([
    expect.stringMatching(/JWT_SECRET_ACCEPTED_FILE can not be read/),
  ]);
});
