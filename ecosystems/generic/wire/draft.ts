import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Draft } from '../../context/drafts.ts';
import type { SentFile } from './add-file.ts';
import type { Place } from './address.ts';
import { assertWelcome } from './welcome.ts';
import { limits } from '../format/limits.ts';

/**
 * Whether the file is for a draft: `?draft`, or a header for shells that expand `?`.
 * @throws DomainError `bad_request`
 */
export function isForDraft({ query, headers }: FastifyRequest): boolean {
  const { draft } = query as Record<string, unknown>;
  const asked = draft ?? headers['x-draft'];
  if (asked === undefined) return false;
  if (asked === '' || asked === 'true' || asked === '1') return true;
  if (asked === 'false' || asked === '0') return false;
  throw new DomainError('bad_request', 'draft is true or false');
}

/**
 * Seconds until a new draft commits itself; undefined: only a client commits the draft.
 * @throws DomainError `bad_request`
 */
export function idleSecondsOf({ headers }: FastifyRequest): number | undefined {
  const asked = headers['x-draft-idle-seconds'];
  if (asked === undefined) return undefined;
  if (typeof asked === 'string' && /^[1-9]\d{0,4}$/.test(asked) && Number(asked) <= limits.idle.seconds) {
    return Number(asked);
  }
  throw new DomainError('bad_request', `X-Draft-Idle-Seconds is a number from 1 to ${limits.idle.seconds}`);
}

/** A file outside of a draft is published at once: the header has no meaning. @throws DomainError `bad_request` */
export function refuseIdleSeconds({ headers }: FastifyRequest): void {
  if (headers['x-draft-idle-seconds'] === undefined) return;
  throw new DomainError('bad_request', 'X-Draft-Idle-Seconds goes with a draft: send the file with ?draft');
}

/** Adds the file; returns whether the draft did not have it. A refused file is discarded. @throws DomainError */
export async function addToDraft(
  context: RouteContext,
  sent: SentFile,
  idleSeconds?: number,
): Promise<boolean> {
  try {
    await assertWelcome(context, sent);
  } catch (error) {
    await context.publishing.discard(sent.upload);
    throw error;
  }
  const { outcome } = await context.drafts.put(sent, idleSeconds === undefined ? {} : { idleSeconds });
  return outcome === 'added';
}

export function commitUrl(mountUrl: string, { name, version }: Omit<Place, 'path'>): string {
  return `${mountUrl}/${name}/${encodeURIComponent(version)}/commit`;
}

/** The draft as JSON, for users who may publish it. */
export function presentDraft({ name, version, openedAt, touchedAt, commitsAt, files }: Draft): object {
  return {
    status: 'draft',
    name,
    version,
    opened_at: openedAt.toISOString(),
    touched_at: touchedAt.toISOString(),
    commits_at: commitsAt?.toISOString() ?? null,
    files: files.map(({ filename, sizeBytes, sha256, sha512 }) => ({
      path: filename,
      size: sizeBytes,
      sha256,
      sha512,
    })),
  };
}
