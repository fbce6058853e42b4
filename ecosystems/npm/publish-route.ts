import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseExchanged, type UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Declared } from '../ecosystem.ts';
import type { PublishCommand, Receipt, RouteContext, StagedUpload } from '../route-context.ts';
import { attest } from './attest.ts';
import { identifyWriter } from './caller.ts';
import { deprecateVersions } from './deprecate.ts';
import { onPackage } from './package-routes.ts';
import { readPublishRequest } from './publish-request.ts';
import { receiveDocument, type ReceivedDocument } from './receive-document.ts';

/** Largest accepted tarball in bytes. */
export const maxTarballBytes = 512 << 20;

/** Documents of packages with thousands of versions come back with all of them, in bytes. */
const maxDocumentBytes = 32 << 20;

export function registerPublishRoute(app: FastifyInstance, context: RouteContext): void {
  onPackage(app, 'PUT', ['', ''], async (request, reply, name) => {
    const { actor } = await identifyWriter(context, request, { acceptsExchanged: true });
    const document = await receive(context, request);
    if (document.file === undefined) {
      refuseExchanged(actor);
      await deprecateVersions(context, request, actor, name, document.json);
      return reply.send({ ok: true, success: true, id: name });
    }
    const { receipt } = await publish(context, { request, actor, name, document });
    return answer(reply, receipt).send({ ok: true, success: true, id: name });
  });
}

export async function receive(context: RouteContext, request: FastifyRequest): Promise<ReceivedDocument> {
  return receiveDocument(request.body, {
    maxFileBytes: maxTarballBytes,
    maxJsonBytes: maxDocumentBytes,
    receive: (body) => context.receive(body, maxTarballBytes),
    discard: (upload) => context.discard(upload),
  });
}

export interface PublishAttempt {
  request: FastifyRequest;
  actor: UserActor;
  /** As addressed. */
  name: string;
  document: ReceivedDocument;
  needsApproval?: boolean;
}

/** Nothing stays of what cannot be published. @throws DomainError */
export async function publish(
  context: RouteContext,
  attempt: PublishAttempt,
): Promise<{ receipt: Receipt; declared: Declared }> {
  const command = await readOrDiscard(context, attempt);
  try {
    return { receipt: await context.publish(command), declared: command.declared };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'version_exists') throw error;
    const { version } = command.declared;
    const sentence = `You cannot publish over the previously published versions: ${version}.`;
    throw new DomainError('version_exists', sentence, error.meta, error);
  }
}

async function readOrDiscard(
  context: RouteContext,
  { request, actor, name, document, needsApproval = false }: PublishAttempt,
): Promise<PublishCommand> {
  try {
    const { declared: bare, upload, bundle } = readPublishRequest(name, document, actor.username);
    const declared = bundle === undefined ? bare : await withAttestation(context, bare, upload, bundle);
    return { actor, request, declared, upload, ...(needsApproval ? { needsApproval } : {}) };
  } catch (error) {
    if (document.file) await context.discard(document.file.upload);
    throw error;
  }
}

async function withAttestation(
  context: RouteContext,
  declared: Declared,
  { sha512: sha512Hex }: StagedUpload,
  bundle: string,
): Promise<Declared> {
  const { name, version, metadata } = declared;
  const attestations = await attest(context, bundle, { name, version, sha512Hex });
  return { ...declared, metadata: { ...metadata, attestations } };
}

/** Clients print the notice; every receipt counts as success for them. */
export function answer(reply: FastifyReply, receipt: Receipt): FastifyReply {
  if (receipt.status === 'published') return reply;
  const reason = receipt.status === 'held' ? 'held for review' : 'accepted, still being checked';
  return reply.header('npm-notice', `${reason}: ${receipt.statusUrl}`);
}
