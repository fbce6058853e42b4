import { openssl } from '../test/support/certificates.ts';
import { pgbouncerBinary, pgbouncerMissing } from '../test/support/pgbouncer.ts';
import { redisBinary, redisMissing } from '../test/support/redis.ts';
import { s3Binary, s3Missing } from '../test/support/s3.ts';
import { findTool } from '../test/support/tool.ts';

/** The missing requirements of this machine, each with a way to install it. */
export function listMissing(): string[] {
  const needed: [string | undefined, string][] = [
    [
      process.platform === 'linux' ? 'linux' : undefined,
      'every address of 127.0.0.0/8 has to answer: that is Linux',
    ],
    [pgbouncerBinary, pgbouncerMissing],
    [redisBinary, redisMissing],
    [s3Binary, s3Missing],
    [findTool('psql'), 'psql is not on PATH (Debian package postgresql-client)'],
    [openssl, 'openssl is not on PATH'],
    [findTool('java'), 'java is not on PATH (a JDK of version 17 or newer, for Elasticsearch)'],
    [findTool('mvn'), 'mvn is not on PATH: Elasticsearch comes from Maven Central'],
  ];
  return needed.filter(([tool]) => tool === undefined).map(([, sentence]) => sentence);
}
