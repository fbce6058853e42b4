import { InvalidInputError } from 'slonik';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { refusals } from './unstorable-values.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error('driver', { cause }), { code });
/** The error for the caller of a failed query; null: the driver's own error. */
async function told(error: Error): Promise<unknown> {
  try {
    // the context and the query are not used
    return await refusals.queryExecutionError?.({} as never, {} as never, error as never, []);
  } catch (thrown) {
    return thrown;
  }
}

describe('a failed query', () => {
  it.each([
    ['a zero byte or broken UTF-8 in a text', coded('22021')],
    ['an escaped zero byte in JSON', coded('22P05')],
    ['the same inside an error of the driver', coded('other', coded('22P05'))],
    ['half of a surrogate pair', new InvalidInputError('invalid input syntax for type json')],
  ])('is an error of the request with %s', async (_what, error) => {
    const refused = await told(error);

    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: 'bad_request', cause: error });
  });

  it.each([
    ['other input that does not parse', new InvalidInputError('invalid input syntax for type uuid')],
    ['a broken constraint', coded('23505')],
    ['an outage', coded('57P01')],
    ['no code at all', new Error('boom')],
  ])('is left as it is for %s', async (_what, error) => {
    expect(await told(error)).toBeNull();
  });
});
