import type { Caller } from '../../../domain/caller.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type Receipt, type StagedUpload, whereToLook } from '../../context/publishing.ts';
import { identifyPublisher } from './credentials.ts';
import { reasonPhrase } from '../format/errors.ts';
import { type FirstPart, receiveFirstPart } from '../../bodies/multipart.ts';
import { canonicalId } from '../format/name.ts';
import type { Identity } from '../format/nuspec.ts';
import { identityReader, peekNuspec } from './peek.ts';
import { canonicalVersion } from '../format/version.ts';
import { limits } from '../format/limits.ts';

/** Largest accepted package in bytes. */
const maxPackageBytes = limits.package.bytes;

export function pushRoutes(app: FastifyInstance, context: RouteContext): void {
  const push = (request: FastifyRequest, reply: FastifyReply) => pushPackage(context, request, reply);
  const options = { config: { body: limits.push } } as const;
  app.put('/v2/package', options, push);
  // The client appends a slash to the URL in the service index.
  app.put('/v2/package/', options, push);
}

async function pushPackage(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identifyPublisher(context, request, { acceptsExchanged: true });
  await context.mount(caller);
  const upload = await receivePackage(context, request);
  const { id, version } = await peekOrDiscard(context, caller, upload);
  const declared = { name: id, version, metadata: {} };
  return answer(reply, await context.publishing.publish({ caller, declared, upload }));
}

/** Stages the package of a form. `part`: the name of the part; `fields`: receives the other fields. */
export async function receivePackage(
  context: RouteContext,
  request: FastifyRequest,
  part?: { name: string; fields: NonNullable<FirstPart<unknown>['fields']> },
): Promise<StagedUpload> {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no package');
  return receiveFirstPart({
    headers,
    body,
    maxBytes: maxPackageBytes,
    limits,
    ...part,
    receive: (stream) => context.publishing.receive(stream, maxPackageBytes),
    discard: (upload) => context.publishing.discard(upload),
  });
}

/** The identity in the package; a package without a usable identity is discarded. */
export async function peekOrDiscard(
  context: RouteContext,
  sender: Caller,
  upload: StagedUpload,
): Promise<Identity> {
  try {
    const nuspec = await context.publishing.withUpload(upload, peekNuspec);
    const identity = await context.bodies.read(sender, identityReader, nuspec, null);
    canonicalId(identity.id);
    canonicalVersion(identity.version);
    return identity;
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

/** Sends the receipt: clients treat both answers as success and print the warning. */
export function answer(reply: FastifyReply, receipt: Receipt): FastifyReply {
  if (receipt.status === 'published') return reply.code(201).send();
  const reason = receipt.status === 'held' ? 'held for review' : 'accepted, still being checked';
  return reply
    .code(202)
    .header('x-nuget-warning', reasonPhrase(`${reason}: ${whereToLook(receipt)}`))
    .send();
}
