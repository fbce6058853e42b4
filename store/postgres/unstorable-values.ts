import { InvalidInputError, type Interceptor } from 'slonik';
import { DomainError } from '../../domain/errors.ts';

/** Codes of PostgreSQL: a zero byte or broken UTF-8 in a text, an escaped zero byte in JSON. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05']);

/** Database texts allow fewer characters than JSON and TOML: such an error is the client's. */
export const refusals: Interceptor = {
  name: 'refusals',
  queryExecutionError: (_context, _query, error) => {
    // half of a surrogate pair; other invalid inputs are errors of the registry
    const isBrokenJson = error instanceof InvalidInputError && error.message.includes('json');
    const isRefused = isBrokenJson || [error, error.cause].some((each) => unstorable.has(codeOf(each)));
    if (!isRefused) return null;
    throw new DomainError('bad_request', 'a text has characters that can not be stored', {}, error);
  },
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
