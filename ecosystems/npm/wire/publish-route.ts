import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseExchanged } from '../../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Declared } from '../../format.ts';
import type { RouteContext } from '../../context/context.ts';
import {
  type PublishCommand,
  type Receipt,
  type StagedUpload,
  whereToLook,
} from '../../context/publishing.ts';
import { attest } from './attest.ts';
import { identifyWriter } from './caller.ts';
import { deprecateVersions, deprecationReader } from './deprecate.ts';
import { onPackage } from './package-routes.ts';
import { publishReader } from './publish-request.ts';
import { receiveDocument, type ReceivedDocument } from './receive-document.ts';
import { limits } from '../format/limits.ts';

/** Largest accepted tarball in bytes. */
const maxTarballBytes = limits.tarball.bytes;

const maxDocumentBytes = limits.document.bytes;

export function registerPublishRoute(app: FastifyInstance, context: RouteContext): void {
  onPackage(app, { method: 'PUT', body: limits.publish }, ['', ''], async (request, reply, name) => {
    const { caller: writer } = await identifyWriter(context, request, { acceptsExchanged: true });
    const caller = await context.callers.underName(writer, name);
    const asked = await receive(context, request, caller, async (document) => {
      if (document.file !== undefined) return readPublish(context, { caller, name, document });
      refuseExchanged(caller.actor);
      return {
        deprecation: await context.bodies.read(caller, deprecationReader, document.json, null),
      };
    });
    if ('deprecation' in asked) {
      await deprecateVersions(context, caller, name, asked.deprecation);
      return reply.send({ ok: true, success: true, id: name });
    }
    const { receipt } = await publish(context, { caller, asked });
    return answer(reply, receipt).send({ ok: true, success: true, id: name });
  });
}

/** Receives the document and returns the result of `read`. The tarball is discarded if `read` fails. */
export async function receive<T>(
  context: RouteContext,
  { body: stream }: FastifyRequest,
  sender: Caller,
  read: (document: ReceivedDocument) => Promise<T>,
): Promise<T> {
  return context.bodies.hold(sender, async (take) => {
    const document = await receiveDocument(stream, {
      maxFileBytes: maxTarballBytes,
      maxJsonBytes: maxDocumentBytes,
      take,
      receive: (body) => context.publishing.receive(body, maxTarballBytes),
      discard: (upload) => context.publishing.discard(upload),
    });
    try {
      return await read(document);
    } catch (error) {
      if (document.file) await context.publishing.discard(document.file.upload);
      throw error;
    }
  });
}

/** A version to publish, as declared in the request. */
export interface AskedPublish {
  declared: Declared;
  upload: StagedUpload;
}

/** @throws DomainError */
export async function readPublish(
  context: RouteContext,
  { caller, name, document }: { caller: KnownCaller; name: string; document: ReceivedDocument },
): Promise<AskedPublish> {
  const { file, texts, json } = document;
  if (file === undefined) throw new DomainError('bad_request', 'the request has no tarball');
  const facts = { addressed: name, publisher: caller.actor.username, file, texts: [...texts.keys()] };
  const declared = await context.bodies.read(caller, publishReader, json, facts);
  const [bundle] = texts.values();
  const { upload } = file;
  return {
    upload,
    declared:
      bundle === undefined
        ? declared
        : await withAttestation(context, caller, { declared, upload, text: bundle }),
  };
}

export interface PublishAttempt {
  caller: KnownCaller;
  asked: AskedPublish;
  needsApproval?: boolean;
}

/** @throws DomainError */
export async function publish(
  context: RouteContext,
  { caller, asked, needsApproval = false }: PublishAttempt,
): Promise<{ receipt: Receipt; declared: Declared }> {
  const command: PublishCommand = { caller, ...asked, ...(needsApproval ? { needsApproval } : {}) };
  try {
    return { receipt: await context.publishing.publish(command), declared: command.declared };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'version_exists') throw error;
    const { version } = command.declared;
    const sentence = `You cannot publish over the previously published versions: ${version}.`;
    throw new DomainError('version_exists', sentence, error.meta, error);
  }
}

async function withAttestation(
  context: RouteContext,
  caller: Caller,
  { declared, upload, text }: AskedPublish & { text: string },
): Promise<Declared> {
  const { name, version, metadata } = declared;
  const subject = { name, version, sha512Hex: upload.sha512 };
  const attested = await attest(context, caller, { text, subject });
  return { ...declared, metadata: { ...metadata, ...attested } };
}

/** Sends the receipt: clients treat every receipt as success and print the notice. */
export function answer(reply: FastifyReply, receipt: Receipt): FastifyReply {
  if (receipt.status === 'published') return reply;
  const reason = receipt.status === 'held' ? 'held for review' : 'accepted, still being checked';
  return reply.header('npm-notice', `${reason}: ${whereToLook(receipt)}`);
}
