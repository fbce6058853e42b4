import type { FastifyReply } from 'fastify';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { requirePublisher } from './caller.ts';
import { canonicalDigest } from '../format/digest.ts';
import { filenameOf } from '../format/filename.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { pushManifest } from './push.ts';
import { isTag } from '../format/tag.ts';
import { requireTag } from './tag.ts';

type AskedManifest = Asked<AddressOf<'manifest'>>;

/** `/{name}/manifests/{tag or digest}` */
export function answerManifest(context: RouteContext, asked: AskedManifest): Promise<FastifyReply> {
  return byMethod(asked, {
    GET: () => send(context, asked),
    PUT: () => pushManifest(context, asked),
    DELETE: () => remove(context, asked),
  });
}

/** Sends the pushed bytes unchanged, for any `Accept` of the client. */
async function send(context: RouteContext, asked: AskedManifest): Promise<FastifyReply> {
  const { caller, address } = asked;
  const { name, reference } = address;
  if (reference.includes(':')) return sendVersion(context, asked, canonicalDigest(reference), false);
  if (!isTag(reference)) throw notFound('manifest');
  const version = await context.tags.find(caller, name, reference);
  if (version === undefined) throw notFound('manifest');
  return sendVersion(context, asked, version, true);
}

async function sendVersion(
  context: RouteContext,
  { reply, caller, address }: AskedManifest,
  version: string,
  isTagged: boolean,
): Promise<FastifyReply> {
  const { name } = address;
  reply.header('docker-content-digest', version);
  try {
    return await context.files.send(caller, reply, {
      nameKey: name,
      versionKey: version,
      filename: filenameOf(name, version),
      etag: version,
      ...(isTagged ? { isMovable: true } : {}),
    });
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    // the publisher may read a held manifest
    const held =
      isMissing && caller.actor.kind === 'user'
        ? await undefinedIfMissing(context.staging.releases.send(caller, reply, name, version))
        : undefined;
    if (held) return held;
    reply.removeHeader('docker-content-digest');
    throw error;
  }
}

async function remove(context: RouteContext, asked: AskedManifest): Promise<FastifyReply> {
  const { reply, caller, address } = asked;
  const { name, reference } = address;
  const publisher = requirePublisher(caller);
  if (reference.includes(':')) {
    await removeVersion(context, asked, canonicalDigest(reference));
  } else {
    await context.tags.remove(publisher, name, requireTag(reference));
  }
  return reply.code(202).send();
}

/** Removes a visible or invisible version, at any time. */
async function removeVersion(
  context: RouteContext,
  { caller, address }: AskedManifest,
  version: string,
): Promise<void> {
  const publisher = requirePublisher(caller);
  const rule = { withinHours: null, keepsForDependents: false };
  const isDeleted = await undefinedIfMissing(
    context.releases.delete(publisher, address.name, [version], rule).then(() => true),
  );
  if (!isDeleted) await context.staging.releases.discard(publisher, address.name, version);
}
