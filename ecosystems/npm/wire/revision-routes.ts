import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Release } from '../../../domain/release.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { DeletionRule } from '../../../domain/deletion.ts';
import type { RouteContext } from '../../context/context.ts';
import { identifyWriter } from './caller.ts';
import { onPackage } from './package-routes.ts';
import { receive } from './publish-route.ts';
import { assertRevision, readState, type PackageState } from './package-state.ts';
import { versionOfFile } from './tarball-file.ts';
import { limits } from '../format/limits.ts';

/** The rule of the public registry: a version on which others may depend stays. */
const unpublishing: DeletionRule = { withinHours: 72, keepsForDependents: true };

const Document = z.object({
  versions: z.record(z.string(), z.unknown()).optional(),
  maintainers: z
    .array(z.object({ name: z.string().min(1).max(limits.maintainers.characters) }))
    .max(limits.maintainers.count)
    .optional(),
});

/** The changes that a request with a revision may make to a document. */
interface Revised {
  versions: readonly string[] | undefined;
  maintainers: { name: string }[] | undefined;
}

export const revisionReader: BodyReader<null, Revised> = {
  name: 'revision',
  read: (bytes) => readRevised(parseBoundedJson(bytes, limits.document)),
};

/** @throws DomainError `bad_request` */
function readRevised(json: unknown): Revised {
  const document = Document.safeParse(json);
  if (!document.success) {
    throw new DomainError('bad_request', 'the body is not a package document', {}, document.error);
  }
  const { versions, maintainers } = document.data;
  return { versions: versions && Object.keys(versions), maintainers };
}

interface Writer {
  caller: KnownCaller;
  reply: FastifyReply;
  state: PackageState;
}

/** Writes with a base revision: unpublish, and changes of maintainers. */
export function registerRevisionRoutes(app: FastifyInstance, context: RouteContext): void {
  onPackage(
    app,
    { method: 'PUT', body: limits.publish },
    ['', '/-rev/:rev'],
    async (request, reply, name) => {
      const { caller } = await identifyWriter(context, request);
      const { versions, maintainers } = await receive(context, request, caller, async ({ json, file }) => {
        if (file) await context.publishing.discard(file.upload);
        return context.bodies.read(caller, revisionReader, json, null);
      });
      const state = await currentState(context, request, caller, name);
      const writer = { caller, reply, state };
      if (versions !== undefined) {
        const kept = new Set(versions);
        return unpublish(context, writer, (key) => !kept.has(key));
      }
      if (maintainers !== undefined) return setMaintainers(context, writer, maintainers);
      throw new DomainError('bad_request', 'the body changes nothing that can be changed');
    },
  );

  onPackage(app, 'DELETE', ['', '/-rev/:rev'], async (request, reply, name) => {
    const { caller } = await identifyWriter(context, request);
    const state = await currentState(context, request, caller, name);
    return unpublish(context, { caller, reply, state }, () => true);
  });

  // usually an earlier request with the document has already removed the version
  onPackage(app, 'DELETE', ['', '/-/:file/-rev/:rev'], async (request, reply, name) => {
    const { caller } = await identifyWriter(context, request);
    const version = versionOfFile(name, (request.params as { file: string }).file);
    const state = await currentState(context, request, caller, name);
    return unpublish(context, { caller, reply, state }, (key) => key === version);
  });
}

async function currentState(
  context: RouteContext,
  request: FastifyRequest,
  caller: KnownCaller,
  name: string,
) {
  const state = await readState(context, caller, name);
  assertRevision(state, (request.params as { rev: string }).rev);
  return state;
}

async function unpublish(
  context: RouteContext,
  { caller, reply, state }: Writer,
  isGone: (versionKey: Release['versionKey']) => boolean,
): Promise<FastifyReply> {
  const { name } = state.package;
  const versions = state.releases.map(({ versionKey }) => versionKey).filter(isGone);
  try {
    if (versions.length > 0) await context.releases.delete(caller, name, versions, unpublishing);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'policy_violation') throw error;
    const sentence = `unpublish is disabled: ${error.detail}, deprecate instead`;
    return reply.code(405).header('cache-control', 'no-store').send({ error: sentence });
  }
  return reply.send({ ok: true, id: name });
}

/** Sets the maintainers; the owner always stays. */
async function setMaintainers(
  context: RouteContext,
  { caller, reply, state }: Writer,
  maintainers: { name: string }[],
): Promise<FastifyReply> {
  const { name, ownerName } = state.package;
  if (maintainers.length === 0) throw new DomainError('bad_request', 'at least one maintainer has to stay');
  const others = new Set(
    maintainers
      .map((maintainer) => maintainer.name)
      .filter((username) => username.toLowerCase() !== ownerName.toLowerCase()),
  );
  await context.packages.setMaintainers(caller, name, [...others]);
  return reply.send({ ok: true, id: name });
}
