import { describe, expect, it } from 'vitest';
import { chessError } from './errors.ts';
import { locales } from './locale.ts';
import { DomainError, type ErrorCode, errorFacts } from '../domain/errors.ts';
import { sayError } from './error-text.ts';

// the table is the list
const codes = Object.keys(errorFacts) as ErrorCode[];

describe('an error', () => {
  it.each(locales)('of whatever kind is a whole sentence in %s', (locale) => {
    for (const code of codes) {
      const said = sayError(new DomainError(code, 'not for clients'), locale);

      expect(said.code).toBe(code);
      expect(said.detail).not.toMatch(/[{}@]|not for clients/);
      expect(said.meta.title).toMatch(/^[^{}@]+$/);
    }
  });

  it('keeps its facts and its cause, and loses the key of its sentence', () => {
    const cause = new Error('why');
    const error = new DomainError(
      'busy',
      'x',
      { retryAfterSeconds: 7, message: { key: 'error.internal', params: {} } },
      cause,
    );

    const said = sayError(error, 'de');

    expect(said.meta).toEqual({ retryAfterSeconds: 7, title: 'Ausgelastet' });
    expect(said.cause).toBe(cause);
  });

  it('of the rules is told with its own words', () => {
    const error = chessError('wrong_side', 'error.wrong_side', { side: { text: 'side.black' } });

    expect(sayError(error, 'en').detail).toBe('It is the turn of Black');
    expect(sayError(error, 'de').detail).toContain('Schwarz');
  });

  it('of a FEN or PGN keeps for programs what is wrong with it', () => {
    const error = chessError('invalid_fen', 'error.fen_castling', { right: 'K' });

    expect(sayError(error, 'ja').meta.details).toEqual({ reason: 'fen_castling' });
  });

  it('has the title of its code, one of another service that of its sentence', () => {
    const titleOf = (code: ErrorCode) => sayError(new DomainError(code, 'x'), 'fr').meta.title;

    expect(titleOf('illegal_move')).toBe('Coup illégal');
    expect(titleOf('slug_taken')).toBe(titleOf('bad_request'));
    expect(sayError(new DomainError('illegal_move', 'x'), 'en').meta.title).toBe(
      errorFacts.illegal_move.title,
    );
  });

  it('of a limit says how long to wait', () => {
    const error = new DomainError('rate_limited', 'x', { retryAfterSeconds: 12 });

    expect(sayError(error, 'en').detail).toBe('Too many requests, try again in 12 s');
  });
});
