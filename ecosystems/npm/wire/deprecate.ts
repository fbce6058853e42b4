import type { KnownCaller } from '../../../domain/caller.ts';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { RouteContext } from '../../context/context.ts';
import { assertRevision, readState, type PackageState } from './package-state.ts';
import { shownDeprecation } from '../format/version-document.ts';
import { limits } from '../format/limits.ts';

const Document = z.object({
  _rev: z.string().optional(),
  versions: z.record(z.string(), z.object({ deprecated: z.unknown().optional() })),
});

/** The deprecations in a document. */
export interface Deprecation {
  rev: string | undefined;
  /** Messages by version; null: not deprecated. */
  messages: ReadonlyMap<string, string | null>;
}

export const deprecationReader: BodyReader<null, Deprecation> = {
  name: 'deprecation',
  read: (bytes) => readDeprecation(parseBoundedJson(bytes, limits.document)),
};

/** @throws DomainError `bad_request`, `validation_failed` */
function readDeprecation(json: unknown): Deprecation {
  const document = Document.safeParse(json);
  if (!document.success) {
    throw new DomainError('bad_request', 'the body has neither a tarball nor versions to deprecate');
  }
  const { _rev: rev, versions } = document.data;
  const messages = Object.entries(versions).map(
    ([version, { deprecated }]) => [version, messageOf(deprecated)] as const,
  );
  return { rev, messages: new Map(messages) };
}

/**
 * The client sends the whole document back; only differences in `deprecated` count.
 * @throws DomainError `bad_request`, `not_found`, `invalid_state`, `forbidden`
 */
export async function deprecateVersions(
  context: RouteContext,
  caller: KnownCaller,
  name: string,
  { rev, messages: wanted }: Deprecation,
): Promise<void> {
  const state = await readState(context, caller, name);
  if (rev !== undefined) assertRevision(state, rev);
  const messages = changedMessages(state, wanted);
  if (messages.size > 0) await context.releases.deprecate(caller, name, messages);
}

function changedMessages(
  { releases }: PackageState,
  wanted: Deprecation['messages'],
): Map<string, string | null> {
  const messages = new Map<string, string | null>();
  for (const release of releases) {
    const message = wanted.get(release.versionKey);
    if (message === undefined) continue;
    if (message !== shownDeprecation(release)) messages.set(release.versionKey, message);
  }
  return messages;
}

/** The message; null for an empty one, which removes the deprecation. */
function messageOf(given: unknown): string | null {
  if (typeof given !== 'string' || given === '') return null;
  if (given.length > limits.deprecation.characters)
    throw new DomainError('validation_failed', 'a message has at most 2000 characters');
  return given;
}
