import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Locale } from '../chess/locale.ts';
import type { MalwareResolvers } from '../domain/access.ts';
import type { ClaimPolicy } from '../domain/namespace.ts';
import type { Quotas } from '../domain/quotas.ts';
import type { UninspectedPolicy } from '../domain/publication.ts';
import manifest from '../package.json' with { type: 'json' };
import { findContradictions } from './contradictions.ts';
import { ConfigError, readEnv, type Env } from './env.ts';
import { usualMetricsPort } from './env/http.ts';
import { mebibyte } from './env/values.ts';
import { maskUrl, readSecrets, type Role, withMaskedUrls, type Secrets } from './secrets.ts';
import { usesTemporalTls } from './temporal-secrets.ts';

export type BlobsConfig =
  | { kind: 'disk'; path: string; fsync: boolean }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      endpoint?: string;
      forcePathStyle: boolean;
    };

export type KeyValueConfig = { kind: 'memory' } | { kind: 'redis'; url: string };

/** `nodes`: addresses without passwords. `index`: the alias that searches use. */
export type SearchConfig =
  | { kind: 'postgres' }
  | { kind: 'elasticsearch'; nodes: readonly string[]; index: string };

/** Settings of games, analysis and the engine. */
export interface ChessConfig {
  analysisMaxConcurrentPositions: number;
  /** Not above the number of processors of this machine. */
  analysisPositionMaxThreads: number;
  analysisPositionMaxMovetimeMs: number;
  analysisGameMaxMovetimeMs: number;
  analysisDepth: number;
  analysisMaxJobs: number;
  analysisMaxConcurrentJobs: number;
  /** 0: no expiry. */
  analysisCompletedTtlSecs: number;
  /** The size of each search's hash table. */
  ttSizeMb: number;
  /** An absolute path, like each folder of `tablebasePath`. */
  bookPath: string | null;
  tablebasePath: string | null;
  /** Threads of reviews. */
  engineThreads: number;
  /** The language of answers to requests that name none. */
  lang: Locale;
  maxActiveGames: number;
  gameIdleDays: number;
}

/** Validated once at start, frozen, passed down in parts. Printing it shows no secret. */
export interface Config {
  version: string;
  /** `publicUrl` has no trailing slash. */
  http: {
    host: string;
    port: number;
    publicUrl: string;
    trustedProxies: string[];
    corsOrigins: string[];
    listsFolders: boolean;
  };
  /** For the api: the time from SIGTERM until the port closes, and from there until the last request ends. */
  shutdown: { delayMs: number; deadlineMs: number };
  /** Health and metrics. The port is the api's; worker, scanner and engine use the next three. 0: off. */
  metrics: { host: string; port: number; isChosen: boolean };
  /** Absolute. */
  dataDir: string;
  /** `isPooled`: the address may be that of a pooler. */
  database: { url: string; poolSize: number; isPooled: boolean };
  /** The cache of each api process for stored rows and documents. */
  cache: { maxBytes: number };
  /** `tls`: without a server name, the certificate must contain the name in the address. */
  temporal: {
    address: string;
    namespace: string;
    uiUrl: string | null;
    tls: { isOn: boolean; serverName: string | null };
  };
  blobs: BlobsConfig;
  kv: KeyValueConfig;
  search: SearchConfig;
  publish: { deadlineMs: number; stagedTtlSeconds: number; namespaceClaims: ClaimPolicy; quotas: Quotas };
  findings: { malwareResolvers: MalwareResolvers };
  /** Addresses of name servers for domain proofs; empty: the system's name servers. */
  dns: { servers: string[] };
  /** Whether receivers may be in networks that are not public. */
  webhooks: { mayReachInside: boolean };
  imports: { mayReachInside: boolean };
  limits: {
    rates: boolean;
    maxUploadBytes: number;
    bodyIdleMs: number;
    /** 0: no minimum. */
    bodyMinBytesPerSecond: number;
    smallBodyMs: number;
    maxConnections: number;
    maxConnectionsPerAddress: number;
    /** 0: no maximum. */
    maxEventLoopDelayMs: number;
  };
  /** Null: there is no mail server, and no route that needs one. */
  mail: { from: string } | null;
  /** Separately uploaded files. `graceSeconds`: how long a file without a referring release is kept. */
  parts: { maxBytes: number; graceSeconds: number; scanMaxBytes: number; uninspected: UninspectedPolicy };
  /** Days; null keeps every entry. */
  audit: { retentionDays: number | null };
  auth: {
    /** The issuer in session tokens: a name of the installation that does not depend on its addresses. */
    issuer: string;
    registration: boolean;
    sessionTtlSeconds: number;
    /** The maximum age of a log-in for operations that require a recent one. */
    recentLoginSeconds: number;
    passwords: { cost: { memoryKib: number; passes: number; parallelism: number }; concurrency: number };
    advertiseAuth: boolean;
    /** Created at the first start; null if operators create administrators themselves. */
    firstAdmin: { username: string; passwordFile: string } | null;
    oidcIssuers: string[];
    /** Whether issuers named by organizations may be in networks that are not public, and use http. */
    mayReachPrivateIssuers: boolean;
  };
  /** Whether archives may be opened only in processes without network access. */
  sandbox: { isRequired: boolean };
  /** `memoryMb` is per process. */
  scanner: { threads: number; timeoutMs: number; memoryMb: number };
  /** The rendering of index documents and search entries. `memoryMb` is per thread. */
  rendering: {
    threads: number;
    timeoutMs: number;
    memoryMb: number;
    maxInputBytes: number;
    maxOutputBytes: number;
  };
  /** JSON of the Sigstore trust root; null: the public root. */
  provenance: { trustedRoot: string | null };
  chess: ChessConfig;
  telemetry: { logLevel: string; otlpEndpoint?: string };
  secrets: Secrets;
}

/**
 * The complete settings of a server process: embedded parts must have been started before, and `source` must name
 * them. Keys that `role` does not use are not read.
 * @throws ConfigError with every problem at once
 */
export function readConfig(source: NodeJS.ProcessEnv, role: Role = 'api'): Config {
  const env = readEnv(source);
  const dataDir = resolve(env.DATA_DIR);
  const problems = findContradictions(env);
  const secrets = readSecrets(env, dataDir, role, problems);
  const trustedRoot = readTrustedRoot(env, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return freezeDeep({
    version: manifest.version,
    ...serverGroups(env),
    dataDir,
    database: withMaskedUrls({
      url: secrets.databaseUrl,
      poolSize: env.DATABASE_POOL_SIZE,
      isPooled: env.DATABASE_DIRECT_URL !== undefined,
    }),
    temporal: temporalGroup(env),
    cache: { maxBytes: env.CACHE_MEMORY_MB * mebibyte },
    blobs: blobsGroup(env, dataDir),
    kv: keyValueGroup(env),
    search: searchGroup(env, secrets),
    chess: chessGroup(env),
    mail: mailGroup(env, secrets),
    provenance: { trustedRoot },
    secrets,
  });
}

function serverGroups(env: Env) {
  return {
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: env.PUBLIC_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
      trustedProxies: env.TRUSTED_PROXIES,
      corsOrigins: env.CORS_ORIGINS,
      listsFolders: env.MAVEN_LISTINGS,
    },
    shutdown: { delayMs: env.SHUTDOWN_DELAY_MS, deadlineMs: env.SHUTDOWN_DEADLINE_MS ?? drainMsOf(env) },
    metrics: {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT ?? usualMetricsPort,
      isChosen: env.METRICS_PORT !== undefined,
    },
    publish: {
      deadlineMs: env.PUBLISH_DEADLINE_MS,
      stagedTtlSeconds: env.STAGED_TTL_SECONDS,
      namespaceClaims: env.NAMESPACE_CLAIMS,
      quotas: {
        packages: env.MAX_PACKAGES ?? null,
        releasesPerDay: env.MAX_RELEASES_PER_DAY ?? null,
        storageBytes: env.MAX_STORAGE_BYTES ?? null,
      },
    },
    findings: { malwareResolvers: env.MALWARE_RESOLVERS },
    dns: { servers: env.DNS_SERVERS },
    webhooks: { mayReachInside: env.WEBHOOK_PRIVATE_TARGETS === 'allow' },
    imports: { mayReachInside: env.IMPORT_PRIVATE_TARGETS === 'allow' },
    limits: {
      rates: env.RATE_LIMITS,
      maxUploadBytes: env.MAX_UPLOAD_BYTES,
      bodyIdleMs: env.BODY_IDLE_MS,
      bodyMinBytesPerSecond: env.BODY_MIN_BYTES_PER_SECOND,
      smallBodyMs: env.SMALL_BODY_MS,
      maxConnections: env.MAX_CONNECTIONS,
      maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
      maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    },
    parts: {
      maxBytes: env.MAX_PART_BYTES,
      graceSeconds: env.PART_GRACE_SECONDS,
      scanMaxBytes: env.SCANNER_PART_BYTES,
      uninspected: env.UNINSPECTED_PARTS,
    },
    audit: { retentionDays: env.AUDIT_RETENTION_DAYS ?? null },
    auth: {
      issuer: env.INSTALLATION_NAME,
      registration: env.REGISTRATION,
      sessionTtlSeconds: env.SESSION_TTL_SECONDS,
      recentLoginSeconds: env.RECENT_LOGIN_SECONDS,
      passwords: passwordSettings(env),
      advertiseAuth: env.ADVERTISE_AUTH,
      firstAdmin: firstAdminGroup(env),
      oidcIssuers: env.OIDC_ISSUERS,
      mayReachPrivateIssuers: env.OIDC_PRIVATE_ISSUERS === 'allow',
    },
    sandbox: { isRequired: env.SANDBOX_REQUIRED },
    scanner: {
      threads: env.SCANNER_THREADS,
      timeoutMs: env.SCANNER_TIMEOUT_MS,
      memoryMb: env.SCANNER_MEMORY_MB,
    },
    rendering: {
      threads: env.RENDER_THREADS,
      timeoutMs: env.RENDER_TIMEOUT_MS,
      memoryMb: env.RENDER_MEMORY_MB,
      maxInputBytes: env.RENDER_INPUT_BYTES,
      maxOutputBytes: env.RENDER_OUTPUT_BYTES,
    },
    telemetry: withMaskedUrls({
      logLevel: env.LOG_LEVEL,
      ...(env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? {}
        : { otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT }),
    }),
  } satisfies Partial<Config>;
}

/** The engine's time to stop: a search with a waiting client is completed. */
function drainMsOf({ ANALYSIS_POSITION_MAX_MOVETIME_MS: searchMs }: Env): number {
  return Math.max(20_000, searchMs + 2_000);
}

/** Also for commands that only have the settings of the database. */
export function passwordSettings(env: Env): Config['auth']['passwords'] {
  const { ARGON2_MEMORY_KIB: memoryKib, ARGON2_PASSES: passes, ARGON2_PARALLELISM: parallelism } = env;
  return { cost: { memoryKib, passes, parallelism }, concurrency: env.ARGON2_CONCURRENCY };
}

function chessGroup(env: Env): ChessConfig {
  const processors = availableParallelism();
  const folders = env.TABLEBASE_PATH?.split(delimiter).filter((folder) => folder !== '');
  return {
    analysisMaxConcurrentPositions: env.ANALYSIS_MAX_CONCURRENT_POSITIONS,
    analysisPositionMaxThreads: Math.min(env.ANALYSIS_POSITION_MAX_THREADS, processors),
    analysisPositionMaxMovetimeMs: env.ANALYSIS_POSITION_MAX_MOVETIME_MS,
    analysisGameMaxMovetimeMs: env.ANALYSIS_GAME_MAX_MOVETIME_MS,
    analysisDepth: env.ANALYSIS_DEPTH,
    analysisMaxJobs: env.ANALYSIS_MAX_JOBS,
    analysisMaxConcurrentJobs: env.ANALYSIS_MAX_CONCURRENT_JOBS,
    analysisCompletedTtlSecs: env.ANALYSIS_COMPLETED_TTL_SECS,
    ttSizeMb: env.TT_SIZE_MB,
    bookPath: env.BOOK_PATH === undefined ? null : resolve(env.BOOK_PATH),
    tablebasePath: folders?.map((folder) => resolve(folder)).join(delimiter) ?? null,
    engineThreads: env.ENGINE_THREADS ?? Math.max(1, processors - 1),
    lang: env.ROOKERY_LANG,
    maxActiveGames: env.MAX_ACTIVE_GAMES,
    gameIdleDays: env.GAME_IDLE_DAYS,
  };
}

function firstAdminGroup(env: Env): Config['auth']['firstAdmin'] {
  const { ROOKERY_ADMIN_USERNAME: username, ROOKERY_ADMIN_PASSWORD_FILE: passwordFile } = env;
  return username === undefined || passwordFile === undefined ? null : { username, passwordFile };
}

function mailGroup({ MAIL_FROM: from }: Env, { smtpUrl }: Secrets): Config['mail'] {
  return from === undefined || smtpUrl === undefined ? null : { from };
}

/** The host in a URL: a wildcard address is replaced by one that clients can reach; IPv6 needs brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Also for commands that only have the settings of the workflow service. */
export function temporalGroup(env: Env): Config['temporal'] {
  const embeddedUi = env.TEMPORAL_ADDRESS === undefined ? `http://127.0.0.1:${env.TEMPORAL_UI_PORT}` : null;
  return {
    address: env.TEMPORAL_ADDRESS ?? '127.0.0.1:7233',
    namespace: env.TEMPORAL_NAMESPACE,
    uiUrl: env.TEMPORAL_UI_URL ?? embeddedUi,
    tls: { isOn: usesTemporalTls(env), serverName: env.TEMPORAL_TLS_SERVER_NAME ?? null },
  };
}

/** Also for commands that only have the settings of the bucket. */
export function blobsGroup(env: Env, dataDir: string): BlobsConfig {
  if (env.S3_BUCKET === undefined) {
    return { kind: 'disk', path: join(dataDir, 'blobs'), fsync: env.BLOB_FSYNC ?? true };
  }
  return withMaskedUrls({
    kind: 's3',
    bucket: env.S3_BUCKET,
    region: env.S3_REGION ?? 'us-east-1',
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  });
}

function keyValueGroup(env: Env): KeyValueConfig {
  return env.REDIS_URL === undefined
    ? { kind: 'memory' }
    : withMaskedUrls({ kind: 'redis', url: env.REDIS_URL });
}

function searchGroup(env: Env, { elasticsearch }: Secrets): SearchConfig {
  return elasticsearch === undefined
    ? { kind: 'postgres' }
    : { kind: 'elasticsearch', nodes: elasticsearch.nodes.map(maskUrl), index: env.ELASTICSEARCH_INDEX };
}

function readTrustedRoot({ SIGSTORE_TRUSTED_ROOT: file }: Env, problems: string[]): string | null {
  if (file === undefined) return null;
  try {
    const text = readFileSync(file, 'utf8');
    JSON.parse(text);
    return text;
  } catch {
    problems.push('SIGSTORE_TRUSTED_ROOT can not be read, or is not JSON');
    return null;
  }
}

function freezeDeep<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) freezeDeep(member);
  }
  return Object.freeze(value);
}
