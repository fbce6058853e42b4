import { z } from 'zod';
import { hostsOf } from '../../store/postgres/hosts.ts';
import { findTlsProblem } from '../../store/postgres/tls.ts';

const protocols = ['postgres:', 'postgresql:'];

/** The URL of one host, or of several hosts for failover. */
export const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be a postgres:// URL, with target_session_attrs=read-write, primary or any where it has that parameter',
  )
  .superRefine((value, context) => {
    const [url] = hostsOf(value)?.urls ?? [];
    const problem = url === undefined ? null : findTlsProblem(url);
    if (problem !== null) context.addIssue(problem);
  });

function isDatabaseUrl(value: string): boolean {
  const urls = hostsOf(value)?.urls ?? [''];
  return urls.every((url) => protocols.includes(URL.parse(url)?.protocol ?? ''));
}
