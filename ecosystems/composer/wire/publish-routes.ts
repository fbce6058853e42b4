import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, versionExists } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { PublishCommand, Receipt } from '../../context/publishing.ts';
import { limits } from '../format/limits.ts';
import { canonicalVersion } from '../format/version.ts';
import { identifyPublisher } from './caller.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { nameIn, type PackageParameters, type VersionParameters } from './package-route.ts';
import { receiveForm } from './publish-form.ts';

/** A zip in a form with its declaration, or the zip alone. */
export function registerPublishRoutes(app: FastifyInstance, context: RouteContext): void {
  app.put<{ Params: PackageParameters }>(
    '/packages/:vendor/:package',
    { config: { body: limits.publish } },
    async (request, reply) => {
      const { caller } = await identifyPublisher(context, request);
      const name = nameIn(request.params);
      await context.publishing.findTarget(caller, name);
      const { upload, version, metadata } = await receiveForm(context, request, name);
      return publish(context, reply, { caller, declared: { name, version, metadata }, upload });
    },
  );
  app.put<{ Params: VersionParameters }>(
    '/packages/:vendor/:package/versions/:version',
    { config: { body: limits.publish } },
    async (request, reply) => {
      const { caller } = await identifyPublisher(context, request);
      const name = nameIn(request.params);
      const { version } = request.params;
      canonicalVersion(version);
      const { body, headers } = request;
      if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no zip');
      if (headers['content-type']?.toLowerCase().startsWith('multipart/'))
        throw new DomainError(
          'unsupported_media_type',
          'here a zip is sent as it is; forms go to the package',
        );
      await context.publishing.findTarget(caller, name);
      const upload = await context.publishing.receive(body, limits.zip.bytes);
      return publish(context, reply, { caller, declared: { name, version, metadata: {} }, upload });
    },
  );
}

async function publish(
  context: RouteContext,
  reply: FastifyReply,
  command: PublishCommand,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const { caller, declared, upload } = command;
  const { name, version } = declared;
  let isKnown: boolean;
  try {
    isKnown = await isPresent(context, caller, command);
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
  if (isKnown) {
    await context.publishing.discard(upload);
    return reply.send({ ok: true, name, version, status: 'published' });
  }
  return answer(reply, command, await context.publishing.publish(command));
}

/** Whether the version exists with the same bytes. @throws DomainError `version_exists`, `invalid_version` */
async function isPresent(
  context: RouteContext,
  caller: Caller,
  { declared: { name, version }, upload }: PublishCommand,
): Promise<boolean> {
  canonicalVersion(version);
  const found = await undefinedIfMissing(context.releases.get(caller, name, version));
  if (!found) return false;
  if (found.release.artifacts.some(({ sha256 }) => sha256 === upload.sha256)) return true;
  throw versionExists(name, version);
}

function answer(
  reply: FastifyReply,
  { declared: { name, version } }: PublishCommand,
  { status, statusUrl, reason }: Receipt,
): FastifyReply {
  if (status === 'published') return reply.code(201).send({ ok: true, name, version, status });
  const state = status === 'held' ? 'quarantine' : 'scanning';
  return reply.code(202).send({
    ok: true,
    name,
    version,
    status: state,
    url: statusUrl,
    ...(reason === undefined ? {} : { reason }),
  });
}
