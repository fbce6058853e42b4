import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { assertRevision, readState, type PackageState } from './state.ts';
import { shownDeprecation } from './version-document.ts';

const Document = z.object({
  _rev: z.string().optional(),
  versions: z.record(z.string(), z.object({ deprecated: z.unknown().optional() })),
});
type Document = z.infer<typeof Document>;

/**
 * The client sends the whole document back; what differs in `deprecated` is all that it may change this way.
 * @throws DomainError `bad_request`, `not_found`, `invalid_state`, `forbidden`
 */
export async function deprecateVersions(
  context: RouteContext,
  request: FastifyRequest,
  actor: UserActor,
  name: string,
  json: unknown,
): Promise<void> {
  const document = Document.safeParse(json);
  if (!document.success) {
    throw new DomainError('bad_request', 'the body has neither a tarball nor versions to deprecate');
  }
  const state = await readState(context, request, actor, name);
  if (document.data._rev !== undefined) assertRevision(state, document.data._rev);
  const messages = changedMessages(state, document.data);
  if (messages.size > 0) await context.deprecate(request, actor, name, messages);
}

function changedMessages({ releases }: PackageState, { versions }: Document): Map<string, string | null> {
  const messages = new Map<string, string | null>();
  for (const release of releases) {
    const wanted = Object.hasOwn(versions, release.versionKey) ? versions[release.versionKey] : undefined;
    if (wanted === undefined) continue;
    const message = messageOf(wanted.deprecated);
    if (message !== shownDeprecation(release)) messages.set(release.versionKey, message);
  }
  return messages;
}

/** An empty message takes the deprecation back. */
function messageOf(given: unknown): string | null {
  if (typeof given !== 'string' || given === '') return null;
  if (given.length > 2_000)
    throw new DomainError('validation_failed', 'a message has at most 2000 characters');
  return given;
}
