import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Game } from '../../../chess/game.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import type { OnceRequest } from '../../../store/postgres/idempotency.ts';
import type { KnownState } from '../../../services/games/asked.ts';
import type { RepeatableAnswer } from '../../../services/games/idempotency.ts';
import { wrong } from '../../plugins/chess-fields.ts';
import { bearerCredential } from '../../plugins/presented-credential.ts';
import { addressKey } from '../../../domain/address-key.ts';

const visible = /^[\x21-\x7e]{1,255}$/;
const tag = String.raw`(?:W/)?"?\d{1,6}(?:-\d{1,9})?"?`;
const tags = new RegExp(`^\\s*(?:\\*|${tag}(?:\\s*,\\s*${tag})*)\\s*$`);

export const OnceHeaders = z.object({
  'idempotency-key': z
    .string()
    .refine((key) => visible.test(key), { params: wrong('error.idempotency_key') })
    .optional()
    .meta({ pattern: visible.source })
    .describe('The same request with the same key is done once and answered alike, for a day'),
});

export const ChangeHeaders = OnceHeaders.extend({
  'if-match': z
    .string()
    .refine((text) => tags.test(text), { params: wrong('error.invalid_field', { field: 'If-Match' }) })
    .optional()
    .meta({ pattern: tags.source })
    .describe('States in which the game is known: its ETag, or half-moves alone'),
});

/** The token of a seat or an account; without one the address of the client counts. */
export const optionalSecurity = [{}, { bearer: [] }];

/** The key of the request with its sender (a credential, else an address); null without a key. */
export function onceOf(request: FastifyRequest): OnceRequest | null {
  const key = request.headers['idempotency-key'];
  // the schema of the route has checked it
  if (typeof key !== 'string') return null;
  const credential = bearerCredential(request.headers);
  const holder = credential === undefined ? addressKey(request.ip) : sha256Hex(credential);
  const [path = ''] = request.url.split('?', 1);
  return {
    scope: `${holder} ${request.method} ${path}`,
    key,
    digest: sha256Hex(JSON.stringify([request.body ?? null, request.headers['if-match'] ?? null])),
  };
}

/** Sets the headers of an answer, also of a replayed one. */
export function describeRepeated(
  reply: FastifyReply,
  { isReplayed, language, etag }: RepeatableAnswer,
): void {
  if (etag !== null) reply.header('etag', etag);
  if (!isReplayed) return;
  reply.header('idempotent-replayed', 'true');
  // an answer without a stored language may differ from the language of this request
  if (language === null) reply.removeHeader('content-language');
  else reply.header('content-language', language);
}

const state = /(\d+)(?:-(\d+))?/g;

/** The states of `If-Match`; an empty list for `*` and without the header. */
export function knownStatesOf({ headers }: FastifyRequest): KnownState[] {
  return [...(headers['if-match'] ?? '').matchAll(state)].map(([, ply, seq]) => ({
    ply: Number(ply),
    seq: seq === undefined ? null : Number(seq),
  }));
}

/** Half-moves alone would be a weak tag (RFC 9110 8.8.1): a draw offer and the end of a game change the game too. */
export function etagOf({ game, seq }: { game: Game; seq: number }): string {
  return `"${game.moves.length}-${seq}"`;
}
