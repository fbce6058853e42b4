import { describe, expect, it } from 'vitest';
import { type ChessErrorCode, chessErrorFacts } from './error-codes.ts';
import { ChessError, chessError } from './errors.ts';
import { locales } from './locale.ts';
import { localizeError } from './error-text.ts';

// the keys of the table are the list of codes
const codes = Object.keys(chessErrorFacts) as ChessErrorCode[];

describe('an error', () => {
  it.each(locales)('of whatever kind is a whole sentence in %s', (locale) => {
    for (const code of codes) {
      const said = localizeError(new ChessError(code, 'not for clients'), locale);

      expect(said.code).toBe(code);
      expect(said.detail).not.toMatch(/[{}@]|not for clients/);
      expect(said.meta.title).toMatch(/^[^{}@]+$/);
    }
  });

  it('keeps its facts and its cause, and loses the key of its sentence', () => {
    const cause = new Error('why');
    const error = new ChessError(
      'busy',
      'x',
      { retryAfterSeconds: 7, message: { key: 'error.internal', params: {} } },
      cause,
    );

    const said = localizeError(error, 'de');

    expect(said.meta).toEqual({ retryAfterSeconds: 7, title: 'Ausgelastet' });
    expect(said.cause).toBe(cause);
  });

  it('of the rules is told with its own words', () => {
    const error = chessError('wrong_side', 'error.wrong_side', { side: { text: 'side.black' } });

    expect(localizeError(error, 'en').detail).toBe('It is the turn of Black');
    expect(localizeError(error, 'de').detail).toContain('Schwarz');
  });

  it('of a FEN or PGN keeps for programs what is wrong with it', () => {
    const error = chessError('invalid_fen', 'error.fen_castling', { right: 'K' });

    expect(localizeError(error, 'ja').meta.details).toEqual({ reason: 'fen_castling' });
  });

  it('has the title of its code; a code without one has that of a bad request', () => {
    const titleOf = (code: ChessErrorCode) => localizeError(new ChessError(code, 'x'), 'fr').meta.title;

    expect(titleOf('illegal_move')).toBe('Coup illégal');
    expect(titleOf('request_timeout')).toBe(titleOf('bad_request'));
    expect(localizeError(new ChessError('illegal_move', 'x'), 'en').meta.title).toBe(
      chessErrorFacts.illegal_move.title,
    );
  });

  it('of a limit says how long to wait', () => {
    const error = new ChessError('rate_limited', 'x', { retryAfterSeconds: 12 });

    expect(localizeError(error, 'en').detail).toBe('Too many requests, try again in 12 s');
  });
});
