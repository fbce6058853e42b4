import { describe, expect, it } from 'vitest';
import { DomainError, errorFacts, isErrorCode } from './errors.ts';

describe('the codes of the registry', () => {
  it('are its own: none of the chess service can be raised, which the compiler checks', () => {
    // @ts-expect-error -- a code of the chess service
    const raise = () => new DomainError('illegal_move', 'x');

    expect(raise().code in errorFacts).toBe(false);
    expect(['illegal_move', 'game_not_found', 'seat_required', 'busy'].some(isErrorCode)).toBe(false);
  });

  it('carry no members that only errors of the chess service have, which the compiler checks', () => {
    // @ts-expect-error -- of the catalogue of the chess service
    const error = new DomainError('not_found', 'x', { message: { key: 'error.not_ready', params: {} } });

    expect(error.status).toBe(404);
    expect(error.isPermanent).toBe(true);
  });
});
