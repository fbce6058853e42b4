import { ApplicationFailure, CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../domain/errors.ts';
import { errorLimits } from '../domain/limits.ts';
import { failureConverter } from './failure-converter.ts';

const toFailure = (thrown: unknown) => failureConverter.errorToFailure(thrown, defaultPayloadConverter);
const toError = (thrown: unknown) =>
  failureConverter.failureToError(toFailure(thrown), defaultPayloadConverter);

describe('what the workflow service is told of an error', () => {
  it.each([' ', '\n', '\\', '    at execute (', '\n    at execute (\\worker\\src\\activity.ts:1:'])(
    'is short and has no stack where the message holds %j 250,000 times',
    (piece) => {
      const hostile = new Error(`a${piece.repeat(250_000)}b`);
      const thrown = ApplicationFailure.create({
        message: hostile.message,
        type: 'bad_request',
        cause: new Error(hostile.message, { cause: hostile }),
      });

      const failure = toFailure(thrown);

      expect(JSON.stringify(failure).length).toBeLessThan(8 * errorLimits.characters);
      expect([failure.stackTrace, failure.cause?.stackTrace, failure.cause?.cause?.stackTrace]).toEqual([
        '',
        '',
        '',
      ]);
      // the error for the log keeps its stack
      expect(thrown.stack).toContain('failure-converter.test.ts');
    },
  );

  it('keeps kind, type, details and cause', () => {
    const cause = new DomainError('not_ready', 'the store is away');
    const thrown = ApplicationFailure.create({
      message: 'no',
      type: 'not_ready',
      nonRetryable: true,
      details: [{ retryAfterSeconds: 5 }],
      cause,
    });

    const back = toError(thrown);

    expect(back).toBeInstanceOf(ApplicationFailure);
    expect(back).toMatchObject({
      message: 'no',
      type: 'not_ready',
      nonRetryable: true,
      details: [{ retryAfterSeconds: 5 }],
      cause: { message: 'the store is away' },
    });
    expect(toError(new CancelledFailure('stopped'))).toBeInstanceOf(CancelledFailure);
  });

  it('is said of errors of the platform under us, and of what an abort throws', () => {
    const thrown = new DomainError('not_ready', 'no', {}, new DOMException('aborted', 'AbortError'));

    expect(toError(thrown)).toMatchObject({ message: 'no', cause: { message: 'aborted' } });
    expect(toError(AbortSignal.abort().reason)).toMatchObject({ message: 'This operation was aborted' });
    expect(toError(new AggregateError([new Error('a')], 'several'))).toMatchObject({ message: 'several' });
  });

  it('is said whatever is thrown: nothing ends the worker', () => {
    const getter = new Error('x');
    Object.defineProperty(getter, 'message', {
      get() {
        throw new Error('no message');
      },
    });
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    const details = ApplicationFailure.create({ message: 'm', details: [circular], nonRetryable: true });

    for (const thrown of [getter, details, new Proxy(new Error('p'), {}), null, undefined, Symbol('s'), 10n])
      expect(toError(thrown)).toBeInstanceOf(Error);
    expect(toError(details)).toMatchObject({ nonRetryable: true });
  });

  it("ends where errors are each other's cause, or are none", () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });

    expect(toError(one)).toMatchObject({
      message: 'one',
      cause: { message: 'two', cause: { message: 'one' } },
    });
    expect(toError('a\nb')).toMatchObject({ message: 'a b' });
  });
});
