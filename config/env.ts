import { z } from 'zod';
import { accounts, mail, signatures } from './env/accounts.ts';
import { chess } from './env/chess.ts';
import { httpServer } from './env/http.ts';
import { blobs, data, temporal } from './env/parts.ts';
import { publishAndScan } from './env/publish.ts';
import { search } from './env/search.ts';
import { webUrl } from './env/values.ts';
import { readEither } from './secret-file.ts';

/** The environment is invalid; `problems` has every reason at once, one sentence each. */
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
 * Every variable, in the sections of `.env.example`. A default suits the platform on its own machine with embedded
 * parts; a variable that is set selects the production part.
 */
export const sections = {
  'HTTP server': httpServer,
  Data: data,
  Temporal: temporal,
  Blobs: blobs,
  Search: search,
  'Publish and scan': publishAndScan,
  Accounts: accounts,
  Mail: mail,
  Signatures: signatures,
  Chess: chess,
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
  ...sections.Search,
  ...sections['Publish and scan'],
  ...sections.Accounts,
  ...sections.Mail,
  ...sections.Signatures,
  ...sections.Chess,
  ...sections.Telemetry,
});
export type Env = z.infer<typeof Env>;

/** Secrets that every process reads: wherever the environment is read, a file is equivalent to the value. */
const inFiles = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/**
 * Variables of `libpq`, which this program does not read: an operator who sets them expects an encrypted connection.
 */
const ofLibpq = ['PGSSLMODE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY'] as const;

/**
 * Parses every variable; an empty variable counts as absent, because compose files pass empty values.
 * @throws ConfigError with all problems; the messages omit values, which may be secrets
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  for (const name of inFiles) {
    const value = readEither(present, name, problems);
    if (value !== undefined) present[name] = value;
  }
  for (const name of ofLibpq) {
    const parameter = name.slice(2).toLowerCase();
    if (present[name] !== undefined)
      problems.push(`${name} is not read: write ${parameter} into DATABASE_URL`);
  }
  const parsed = Env.safeParse(present);
  const issues = parsed.error?.issues ?? [];
  problems.push(...issues.map((issue) => `${issue.path.join('.')} ${lowerFirst(issue.message)}`));
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new ConfigError(problems);
}

/** The URL of the database server itself, for statements that a pooler can't pass; commands use only this URL. */
export function directUrlOf({ DATABASE_DIRECT_URL: direct, DATABASE_URL: url }: Env): string | undefined {
  return direct ?? url;
}

/** @throws ConfigError without it */
export function requireDirectUrl(env: Env): string {
  const url = directUrlOf(env);
  if (url === undefined) throw new ConfigError(['DATABASE_URL is missing']);
  return url;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
