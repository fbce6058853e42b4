import { describe, expect, it } from 'vitest';
import { chessError } from '../../chess/errors.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { toChessError } from './chess-error.ts';

describe('what is thrown below the chess service', () => {
  it('stays as it is when it is one of its errors', () => {
    const error = chessError('game_over', 'error.internal');

    expect(toChessError(error)).toBe(error);
  });

  it.each<[ErrorCode, string, number]>([
    ['malformed_json', 'invalid_json', 400],
    ['rate_limited', 'rate_limited', 429],
    ['request_timeout', 'request_timeout', 408],
    ['not_ready', 'not_ready', 503],
    ['slug_taken', 'bad_request', 400],
  ])('has for %s of the platform the code %s', (code, expected, status) => {
    const error = toChessError(new DomainError(code, 'x', { retryAfterSeconds: 3, scope: 'games:read' }));

    expect(error.code).toBe(expected);
    expect(error.status).toBe(status);
    expect(error.meta).toEqual({ retryAfterSeconds: 3 });
  });

  it('is internal, with its cause, when it is unknown', () => {
    const cause = new TypeError('x is not a function');

    const error = toChessError(cause);

    expect(error.code).toBe('internal');
    expect(error.cause).toBe(cause);
  });
});
