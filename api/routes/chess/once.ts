import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chessError } from '../../../chess/errors.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import type { OnceRequest } from '../../../store/postgres/idempotency.ts';
import type { Told } from '../../chess/once.ts';
import { bearerCredential } from '../../plugins/presented-credential.ts';
import { addressKey } from '../../plugins/rate-tiers.ts';

/** For descriptions: the headers are read where they are used. */
export const OnceHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('The same request with the same key is done once and answered alike, for a day'),
});

export const ChangeHeaders = OnceHeaders.extend({
  'if-match': z.string().optional().describe('Half-moves at which the game is known, as its ETag says'),
});

const visible = /^[\x21-\x7e]{1,255}$/;

/** Null without a key. Keys belong to whoever sends them: a credential, else an address. */
export function onceOf(request: FastifyRequest): OnceRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !visible.test(key)) {
    throw chessError('invalid_field', 'error.idempotency_key');
  }
  const credential = bearerCredential(request.headers);
  const holder = credential === undefined ? addressKey(request.ip) : sha256Hex(credential);
  const [path = ''] = request.url.split('?', 1);
  return {
    scope: `${holder} ${request.method} ${path}`,
    key,
    digest: sha256Hex(JSON.stringify([request.body ?? null, request.headers['if-match'] ?? null])),
  };
}

export function markReplayed(reply: FastifyReply, { isReplayed }: Told): void {
  if (isReplayed) reply.header('idempotent-replayed', 'true');
}

const ply = /^(?:W\/)?"?(\d{1,6})"?$/;

/** The half-moves that `If-Match` names; none for `*` and without the header. */
export function knownPliesOf({ headers }: FastifyRequest): number[] {
  const text = headers['if-match'];
  if (text === undefined || text.trim() === '*') return [];
  return text.split(',').map((tag) => {
    const [, digits] = ply.exec(tag.trim()) ?? [];
    if (digits === undefined) throw chessError('invalid_field', 'error.invalid_field', { field: 'If-Match' });
    return Number(digits);
  });
}

export const etagOf = (plies: number): string => `"${plies}"`;
