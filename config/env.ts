import { z } from 'zod';
import { locales } from '../chess/locale.ts';
import { reviewDepths } from '../chess/review/depths.ts';
import { UninspectedPolicy } from '../domain/publication.ts';
import { Username } from '../domain/username.ts';
import {
  address,
  between,
  count,
  issuers,
  mailbox,
  mebibyte,
  milliseconds,
  moveTime,
  nameServers,
  origins,
  port,
  proxies,
  publicUrl,
  seconds,
  text,
  toggle,
  urlOf,
  webUrl,
} from './env-values.ts';

/** The environment can't be used as it is; `problems` has every reason at once, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `the configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Every variable there is, in the sections of `.env.example`. A default is what the platform does on its
 * own machine with embedded parts; production parts are chosen by the presence of their variable.
 */
export const sections = {
  'HTTP server': {
    HOST: text.default('127.0.0.1').describe('Address to listen on.'),
    PORT: port.default(8080).describe('Port to listen on.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe('Address that clients use; written into every index. Default: http://HOST:PORT.'),
    TRUSTED_PROXIES: proxies
      .prefault('')
      .describe('Comma-separated addresses or CIDR ranges whose X-Forwarded-* headers are believed.'),
    CORS_ORIGINS: origins
      .prefault('')
      .describe(
        'Comma-separated origins whose pages may use /api and /v1 in browsers; * for all. Default: none.',
      ),
    MAVEN_LISTINGS: toggle
      .prefault('off')
      .describe('on answers folders of /maven with what people may read in them; build tools need none.'),
    MAX_UPLOAD_BYTES: count.default(512 * mebibyte).describe('Largest upload accepted.'),
    MAX_PART_BYTES: count
      .default(10 * 1024 * mebibyte)
      .describe('Largest image layer or other file that is uploaded on its own.'),
    BODY_IDLE_MS: milliseconds
      .default(120_000)
      .describe('How long a request may stop in the middle of its body before its connection is closed.'),
    BODY_MIN_BYTES_PER_SECOND: between(0, 1024 * mebibyte)
      .default(1_000)
      .describe('Slowest body, averaged over a minute; a slower one loses its connection. 0: any.'),
    SMALL_BODY_MS: milliseconds
      .default(30_000)
      .describe('How long JSON and forms of at most 256 KiB may take to arrive; then they are told 408.'),
    MAX_CONNECTIONS: between(1, 1_000_000)
      .default(10_000)
      .describe('Connections of one process; one more is closed at once.'),
    MAX_CONNECTIONS_PER_ADDRESS: between(1, 1_000_000)
      .default(1_000)
      .describe(
        'Of these from one address (IPv6: /64); one more is told 503. TRUSTED_PROXIES are not counted.',
      ),
    MAX_EVENT_LOOP_DELAY_MS: between(0, 60_000)
      .default(1_000)
      .describe('Requests are told 503 while the process runs this late, by the mean of a second. 0: never.'),
    RATE_LIMITS: toggle.prefault('on').describe('off removes every rate limit (load tests).'),
    METRICS_PORT: port
      .max(65_532)
      .default(0)
      .describe('Prometheus port of the api; worker +1, scanner +2, engine +3. 0 turns metrics off.'),
    METRICS_HOST: text.default('127.0.0.1').describe('Address of the metrics port.'),
  },
  Data: {
    DATA_DIR: text.default('.rookery').describe('Folder of embedded parts, secrets and temporary files.'),
    DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'a postgres:// URL')
      .optional()
      .describe('PostgreSQL 15 or newer. Default: an embedded server below DATA_DIR, started by npm start.'),
    DATABASE_POOL_SIZE: count.max(1_000).default(20).describe('Connections per process.'),
    REDIS_URL: urlOf(['redis:', 'rediss:'], 'a redis:// or rediss:// URL')
      .optional()
      .describe('Redis for facts shared by replicas. Default: memory of each process.'),
  },
  Temporal: {
    TEMPORAL_ADDRESS: address
      .optional()
      .describe('host:port of the cluster. Default: an embedded server, started by npm start.'),
    TEMPORAL_NAMESPACE: text.default('rookery').describe('Namespace of our workflows.'),
    TEMPORAL_TLS: toggle
      .optional()
      .describe(
        'on: TLS to the cluster. Default: on where a certificate, a server name or an API key is set.',
      ),
    TEMPORAL_TLS_CA: text
      .optional()
      .describe('Certificates in PEM that the cluster is checked by. Default: those of the system.'),
    TEMPORAL_TLS_CA_FILE: text.optional().describe('File that holds TEMPORAL_TLS_CA.'),
    TEMPORAL_TLS_CERT: text.optional().describe('Certificate in PEM that we show to the cluster (mTLS).'),
    TEMPORAL_TLS_CERT_FILE: text.optional().describe('File that holds TEMPORAL_TLS_CERT.'),
    TEMPORAL_TLS_KEY: text.optional().describe('Private key in PEM of that certificate.'),
    TEMPORAL_TLS_KEY_FILE: text.optional().describe('File that holds TEMPORAL_TLS_KEY.'),
    TEMPORAL_TLS_SERVER_NAME: text
      .optional()
      .describe('Name in the certificate of the cluster, where it is not the one in TEMPORAL_ADDRESS.'),
    TEMPORAL_API_KEY: text.optional().describe('Sent to the cluster with every request; needs TLS.'),
    TEMPORAL_API_KEY_FILE: text.optional().describe('File that holds TEMPORAL_API_KEY.'),
    TEMPORAL_UI_PORT: port.default(8233).describe('Port of the web interface of the embedded server.'),
    TEMPORAL_UI_URL: webUrl
      .optional()
      .describe('Address of the web interface that links point to. Default: the embedded one.'),
    TEMPORAL_CLI: text
      .optional()
      .describe('Path of the temporal binary for the embedded server. Default: found or fetched.'),
  },
  Blobs: {
    BLOB_FSYNC: toggle
      .optional()
      .describe('off trades durability of files on disk for speed (tests). Default: on.'),
    S3_BUCKET: text.optional().describe('Bucket for artifacts. Default: files below DATA_DIR.'),
    S3_REGION: text.optional().describe('Region of the bucket. Default: us-east-1.'),
    S3_ENDPOINT: webUrl.optional().describe('Address of an S3 server other than AWS.'),
    S3_FORCE_PATH_STYLE: toggle
      .optional()
      .describe('Bucket in the path instead of the host name. Default: on with S3_ENDPOINT.'),
    S3_ACCESS_KEY_ID: text
      .optional()
      .describe('Key of the bucket. Default: AWS_ACCESS_KEY_ID, else the AWS credential chain.'),
    S3_SECRET_ACCESS_KEY: text.optional().describe('Secret of the key.'),
    AWS_ACCESS_KEY_ID: text.optional().describe('Used where S3_ACCESS_KEY_ID is absent.'),
    AWS_SECRET_ACCESS_KEY: text.optional().describe('Secret of the key.'),
    AWS_SESSION_TOKEN: text.optional().describe('Session token of temporary AWS credentials.'),
  },
  'Publish and scan': {
    PUBLISH_DEADLINE_MS: milliseconds
      .default(20_000)
      .describe('How long a publish waits for its receipt before it answers "accepted".'),
    NAMESPACE_CLAIMS: z
      .enum(['on-publish', 'own-names', 'required'])
      .default('on-publish')
      .describe(
        'What a first publish claims: any scope that is free (images: own names), own-names the name of the person and of their organizations alone, required nothing: it is claimed before (POST /v1/namespaces).',
      ),
    DNS_SERVERS: nameServers
      .prefault('')
      .describe(
        'Comma-separated addresses, with a port where it is not 53, that are asked for proofs of namespaces. Default: those of the system.',
      ),
    WEBHOOK_PRIVATE_TARGETS: z
      .enum(['refuse', 'allow'])
      .default('refuse')
      .describe(
        'Webhooks are sent to public addresses only; allow also sends them into private networks and to this machine.',
      ),
    IMPORT_PRIVATE_TARGETS: z
      .enum(['refuse', 'allow'])
      .default('refuse')
      .describe(
        'Repositories are imported from public addresses with https only; allow also reaches private networks and this machine, with http too.',
      ),
    MAX_PACKAGES: count
      .optional()
      .describe('Packages of one owner, a person or an organization. Default: any.'),
    MAX_RELEASES_PER_DAY: count
      .optional()
      .describe('New releases of one owner within 24 hours. Default: any.'),
    MAX_STORAGE_BYTES: count
      .optional()
      .describe('Bytes of all files of one owner, a person or an organization. Default: any.'),
    STAGED_TTL_SECONDS: seconds
      .default(86_400)
      .describe('Age at which an upload that no workflow took over is removed.'),
    PART_GRACE_SECONDS: seconds
      .default(7 * 86_400)
      .describe('How long an image layer stays that no release refers to.'),
    SCANNER_PART_BYTES: count
      .default(1024 * mebibyte)
      .describe('Image layers larger than this are not opened by the scanner, which the release says.'),
    MALWARE_RESOLVERS: z
      .enum(['admins', 'triagers'], 'must be admins or triagers')
      .default('admins')
      .describe(
        'Who resolves findings of malware: platform administrators, or triagers other than the publisher too.',
      ),
    UNINSPECTED_PARTS: UninspectedPolicy.default('record').describe(
      'What to do with a release whose image layer, or an archive inside one of its files, the scanner could not inspect: record adds a finding, hold also hides the release until a person decides.',
    ),
    SCANNER_THREADS: count.max(256).default(2).describe('Archives opened at the same time by one scanner.'),
    SCANNER_TIMEOUT_MS: milliseconds.default(60_000).describe('Time limit of one scan.'),
    SCANNER_MEMORY_MB: count
      .min(64)
      .max(65_536)
      .default(256)
      .describe('Heap of one process that opens archives, in MiB.'),
    RENDER_THREADS: count
      .max(64)
      .default(2)
      .describe('Indexes rendered at the same time by one process; one owner never takes the last.'),
    RENDER_TIMEOUT_MS: milliseconds.default(8_000).describe('Time limit of rendering one index.'),
    RENDER_MEMORY_MB: count.min(64).max(65_536).default(512).describe('Heap of one rendering thread in MiB.'),
    RENDER_INPUT_BYTES: count
      .default(32 * mebibyte)
      .describe('Metadata of the releases that are rendered together. A release with more is refused.'),
    RENDER_OUTPUT_BYTES: count
      .default(64 * mebibyte)
      .describe('One index document, and what one rendering writes.'),
  },
  Accounts: {
    JWT_SECRET: text
      .optional()
      .describe('Signs sessions, 32 bytes or more. Default: DATA_DIR/jwt-secret, made by npm start.'),
    JWT_SECRET_FILE: text.optional().describe('File that holds JWT_SECRET.'),
    WEBHOOK_KEY: text
      .optional()
      .describe(
        'Seals the secrets of webhooks, for api and worker, 32 bytes or more. Default: made of JWT_SECRET.',
      ),
    ROOKERY_ADMIN_USERNAME: Username.optional().describe(
      'First administrator, made at the start of the API server while no administrator has a password.',
    ),
    ROOKERY_ADMIN_PASSWORD_FILE: text
      .optional()
      .describe('File that holds the password of ROOKERY_ADMIN_USERNAME; read only then.'),
    REGISTRATION: toggle.prefault('on').describe('off: only administrators create accounts.'),
    SESSION_TTL_SECONDS: seconds.default(3_600).describe('Lifetime of a session.'),
    AUDIT_RETENTION_DAYS: between(90, 36_500)
      .optional()
      .describe('Days after which audit entries are removed, 90 at least. Default: they stay for ever.'),
    RECENT_LOGIN_SECONDS: between(60, 86_400)
      .default(600)
      .describe(
        'How long after its log-in a session may change the e-mail address and who may publish; then: again.',
      ),
    ARGON2_MEMORY_KIB: between(19_456, 4_194_304)
      .default(19_456)
      .describe(
        'Memory of one password hash in KiB, 19 MiB or more; older hashes follow at the next log-in.',
      ),
    ARGON2_PASSES: between(2, 100).default(2).describe('Passes over that memory.'),
    ARGON2_PARALLELISM: between(1, 16).default(1).describe('Lanes of one password hash.'),
    ARGON2_CONCURRENCY: between(1, 64)
      .default(2)
      .describe('Passwords hashed at the same time by one api process; the others wait.'),
    OIDC_ISSUERS: issuers
      .prefault('')
      .describe(
        'Comma-separated issuers of identity tokens for trusted publishing, beside the well-known ones.',
      ),
    OIDC_PRIVATE_ISSUERS: z
      .enum(['refuse', 'allow'])
      .default('refuse')
      .describe(
        'Issuers that organizations name are public and on https; allow permits a GitLab inside as well.',
      ),
    ADVERTISE_AUTH: toggle
      .prefault('off')
      .describe('on asks clients to send their token with reads too, so that private packages resolve.'),
  },
  Mail: {
    SMTP_URL: urlOf(['smtp:', 'smtps:'], 'an smtp:// or smtps:// URL')
      .optional()
      .describe(
        'Server that mails go out through: smtp://user:password@host:587. Default: none are sent, and what needs them is absent.',
      ),
    SMTP_URL_FILE: text.optional().describe('File that holds SMTP_URL.'),
    MAIL_FROM: mailbox.optional().describe('Sender of mails, such as Rookery <registry@example.org>.'),
  },
  Signatures: {
    SIGNING_KEY: text
      .optional()
      .describe(
        'Signs releases, an ECDSA P-256 private key in PEM. Default: DATA_DIR/signing-key, made by npm start; without any, nothing is signed.',
      ),
    SIGNING_KEY_FILE: text.optional().describe('File that holds SIGNING_KEY.'),
    SIGSTORE_TRUSTED_ROOT: text
      .optional()
      .describe(
        'File with the Sigstore trust root that provenance is checked against. Default: the public one.',
      ),
  },
  Chess: {
    ANALYSIS_MAX_CONCURRENT_POSITIONS: between(1, 64)
      .default(4)
      .describe('Positions analysed at the same time; one more is refused.'),
    ANALYSIS_POSITION_MAX_THREADS: between(1, 64)
      .default(4)
      .describe('Threads of one position at most; never more than the machine has processors.'),
    ANALYSIS_POSITION_MAX_MOVETIME_MS: moveTime
      .default(10_000)
      .describe('Time that the search of one position takes at most.'),
    ANALYSIS_GAME_MAX_MOVETIME_MS: moveTime
      .default(15_000)
      .describe('Time that each position of a review takes at most.'),
    ANALYSIS_DEPTH: between(reviewDepths.least, reviewDepths.most)
      .default(reviewDepths.least)
      .describe('Plies that a review searches where the request does not say.'),
    ANALYSIS_MAX_JOBS: between(1, 1_000_000)
      .default(256)
      .describe('Reviews kept; the oldest finished ones go.'),
    ANALYSIS_MAX_CONCURRENT_JOBS: between(1, 10_000)
      .default(4)
      .describe('Reviews that wait or run at the same time; one more is refused.'),
    ANALYSIS_COMPLETED_TTL_SECS: between(0, 10 * 365 * 86_400)
      .default(3_600)
      .describe('How long finished reviews are kept; 0 is for ever.'),
    TT_SIZE_MB: between(1, 2_048).default(64).describe('Transposition table of one search in MiB.'),
    BOOK_PATH: text.optional().describe('Opening book in Polyglot format, at most 256 MiB.'),
    TABLEBASE_PATH: text
      .optional()
      .describe('Folders of Syzygy files, separated like PATH. They are kept in memory, at most 512 MiB.'),
    ENGINE_THREADS: between(1, 64)
      .optional()
      .describe('Positions of reviews searched at the same time. Default: one less than the processors.'),
    ROOKERY_LANG: z
      .enum(locales)
      .default('en')
      .describe(`Language of answers where the request names none: ${locales.join(', ')}.`),
    MAX_ACTIVE_GAMES: count.default(10_000).describe('Games in progress; one more is refused.'),
    GAME_IDLE_DAYS: between(1, 3_650)
      .default(7)
      .describe('Days without a move or an offer of a draw after which a game is aborted.'),
  },
  Telemetry: {
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Least severe level that is logged.'),
    OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional().describe('Collector of traces. Default: none are sent.'),
  },
} as const;

const Env = z.object({
  ...sections['HTTP server'],
  ...sections.Data,
  ...sections.Temporal,
  ...sections.Blobs,
  ...sections['Publish and scan'],
  ...sections.Accounts,
  ...sections.Mail,
  ...sections.Signatures,
  ...sections.Chess,
  ...sections.Telemetry,
});
export type Env = z.infer<typeof Env>;

/**
 * Parses every variable; an empty one counts as absent, because compose files pass empty values.
 * @throws ConfigError with all problems; values are never repeated, they may be secrets
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Env.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')} ${lowerFirst(issue.message)}`),
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
