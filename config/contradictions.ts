import type { Env } from './env.ts';
import { usualMetricsPort } from './env/http.ts';
import { findSearchContradictions } from './search-secrets.ts';
import { findTemporalContradictions } from './temporal-secrets.ts';

const bucketVariables = [
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_FORCE_PATH_STYLE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** The maximum that S3 copies in one request, and so the maximum size of a staged upload. */
const maximumCopyBytes = 5 * 1024 ** 3;

/** The number of metrics ports, one per role, from METRICS_PORT on. */
const metricsPorts = 4;

/** Contradictions between variables that are valid individually, one sentence each. */
export function findContradictions(env: Env): string[] {
  const problems: string[] = [];
  if (env.DATABASE_URL === undefined) {
    problems.push('DATABASE_URL is missing: set it, or use npm start, which brings its own PostgreSQL');
  }
  if (env.S3_BUCKET === undefined) {
    for (const name of bucketVariables) {
      if (env[name] !== undefined) problems.push(`${name} has no effect without S3_BUCKET`);
    }
  } else if (env.BLOB_FSYNC !== undefined) {
    problems.push('BLOB_FSYNC is for files on disk, S3_BUCKET chooses a bucket: keep one');
  }
  if (env.S3_BUCKET !== undefined && env.MAX_UPLOAD_BYTES > maximumCopyBytes) {
    problems.push('MAX_UPLOAD_BYTES must not exceed 5 GiB with S3_BUCKET: larger objects can not be moved');
  }
  const metricsPort = env.METRICS_PORT ?? usualMetricsPort;
  const offset = env.PORT - metricsPort;
  if (metricsPort !== 0 && offset >= 0 && offset < metricsPorts) {
    problems.push(`PORT must not be one of the ${metricsPorts} ports from METRICS_PORT (${metricsPort}) on`);
  }
  if (env.STAGED_TTL_SECONDS * 1000 <= env.PUBLISH_DEADLINE_MS) {
    problems.push(
      'STAGED_TTL_SECONDS must be longer than PUBLISH_DEADLINE_MS: uploads would vanish under their publish',
    );
  }
  if (env.ANALYSIS_MAX_JOBS < env.ANALYSIS_MAX_CONCURRENT_JOBS) {
    problems.push('ANALYSIS_MAX_JOBS must not be less than ANALYSIS_MAX_CONCURRENT_JOBS: those are kept too');
  }
  const hasServer = env.SMTP_URL !== undefined || env.SMTP_URL_FILE !== undefined;
  if (hasServer && env.MAIL_FROM === undefined)
    problems.push('MAIL_FROM is missing: SMTP_URL needs a sender');
  if ((env.ROOKERY_ADMIN_USERNAME === undefined) !== (env.ROOKERY_ADMIN_PASSWORD_FILE === undefined)) {
    problems.push('ROOKERY_ADMIN_USERNAME and ROOKERY_ADMIN_PASSWORD_FILE belong together: one is missing');
  }
  problems.push(...findTemporalContradictions(env), ...findSearchContradictions(env));
  return problems;
}
