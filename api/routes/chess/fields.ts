import { z } from 'zod';
import { readFen } from '../../../chess/fen.ts';
import { promotions } from '../../../chess/move.ts';
import { ChessError } from '../../../chess/errors.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { wrong } from '../../plugins/chess-fields.ts';

/** Accepted by every address of the chess service; the header has the same effect. */
export const Language = z.object({
  lang: z.string().optional().describe('Language of texts and errors; otherwise Accept-Language decides'),
});

export const Id = z
  .guid()
  .transform((id) => id.toLowerCase())
  .meta({ format: 'uuid' });

export const GameParams = z.object({ id: Id });
export const ArchiveParams = z.object({ game_id: Id });

const square = /^[a-h][1-8]$/;

export const Square = z
  .string()
  .refine((value) => square.test(value), { params: wrong('error.invalid_square') })
  .meta({ pattern: square.source, example: 'e2' });

const pieces = [...promotions, ...promotions.map((piece) => piece.toLowerCase())];

const Piece = z
  .string()
  .refine((value) => pieces.includes(value), {
    params: wrong('error.unknown_value', { allowed: promotions.join(', ') }),
  })
  .transform((value) => promotions.find((piece) => piece === value.toUpperCase()) ?? null)
  .meta({ enum: pieces });

/** Castling is a king's move of two squares; absent and null are no promotion. */
export const MoveBody = z.object({
  from: Square,
  to: Square,
  promotion: Piece.nullish()
    .transform((piece) => piece ?? null)
    .describe('Needed exactly when a pawn reaches the last rank'),
});

/** A position that can arise; the error names the invalid member. `all` requires six fields. */
export function fenText(fields: 'all' | 'any') {
  return z.string().superRefine((text, context) => {
    try {
      readFen(text, fields);
    } catch (error) {
      if (!(error instanceof ChessError)) throw error;
      context.addIssue({
        code: 'custom',
        message: error.detail,
        params: { ...error.meta.message, code: error.code },
      });
    }
  });
}

/** A whole number within bounds. */
export const whole = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);

/** The same for a query, whose values are texts. */
export function wholeText(minimum: number, maximum: number) {
  return z
    .string()
    .refine((value) => /^-?\d+$/.test(value), {
      params: wrong('error.wrong_type_range', { expected: { text: 'type.integer' }, minimum, maximum }),
    })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      params: wrong('error.out_of_range', { minimum, maximum }, 'out_of_range'),
    })
    .meta({ type: 'integer', minimum, maximum });
}

export function chessText({ characters }: { characters: number }) {
  return z
    .string()
    .max(characters)
    .refine(isStorableText, { params: wrong('error.invalid_field') });
}
