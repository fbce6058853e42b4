import { Resolver } from 'node:dns/promises';
import { DomainError } from '../../domain/errors.ts';
import { refuseInTransaction } from '../../store/postgres/transactions.ts';

/**
 * Returns the texts of a name's TXT records, empty without records.
 * @throws DomainError `not_ready` when no server answers
 */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const tries = 2;
const timeoutMs = 2_500;

/** The error codes for a name without records. */
const absent: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** `servers`: addresses, with a port unless it is 53; an empty list means those of the system. */
export function createTxtResolver(servers: readonly string[]): ResolveTxt {
  return async (name) => {
    refuseInTransaction('name servers');
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      const records = await resolver.resolveTxt(name);
      // a long text is split into pieces of 255 bytes
      return records.map((pieces) => pieces.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (absent.has(code)) return [];
      throw new DomainError('not_ready', 'the domain name servers do not answer: try again later', {}, error);
    }
  };
}
