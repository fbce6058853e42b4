import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sha256Hex } from '../../../domain/digest.ts';
import type { OnceRequest } from '../../../store/postgres/idempotency.ts';
import type { Told } from '../../chess/once.ts';
import { wrong } from '../../plugins/chess-fields.ts';
import { bearerCredential } from '../../plugins/presented-credential.ts';
import { addressKey } from '../../plugins/rate-tiers.ts';

const visible = /^[\x21-\x7e]{1,255}$/;
const tag = String.raw`(?:W/)?"?\d{1,6}"?`;
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
    .describe('Half-moves at which the game is known, as its ETag says'),
});

/** Null without a key. Keys belong to whoever sends them: a credential, else an address. */
export function onceOf(request: FastifyRequest): OnceRequest | null {
  const key = request.headers['idempotency-key'];
  // the schema of the route has looked at it
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

export function markReplayed(reply: FastifyReply, { isReplayed }: Told): void {
  if (isReplayed) reply.header('idempotent-replayed', 'true');
}

/** The half-moves that `If-Match` names; none for `*` and without the header. */
export function knownPliesOf({ headers }: FastifyRequest): number[] {
  return [...(headers['if-match'] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

export const etagOf = (plies: number): string => `"${plies}"`;
