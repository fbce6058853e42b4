import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { partsOf } from '../format/filename.ts';
import { limits } from '../format/limits.ts';
import { displayVersion } from '../format/version.ts';
import { type Added, addFile, type SentFile } from './add-file.ts';
import { attest } from './attest.ts';
import { identifyPublisher } from './caller.ts';
import { receiveForm, type UploadForm, warningsOf } from './upload-form.ts';
import { whereToLook } from '../../context/publishing.ts';

/**
 * Uploads one file by form, also to a repository by slug. Clients follow no redirects: both spellings accept uploads.
 */
export function registerUploadRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const url of ['/legacy', '/legacy/', '/legacy/:slug', '/legacy/:slug/']) {
    app.post(url, { config: { body: limits.upload } }, (request, reply) => upload(context, request, reply));
  }
}

async function upload(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await identifyPublisher(context, request);
  const form = await receiveForm(context, request, caller);
  let declared;
  try {
    declared = await declare(context, caller, form);
  } catch (error) {
    await context.publishing.discard(form.upload);
    throw error;
  }
  const added = await addFile(context, { caller, declared, upload: form.upload });
  return answer(reply, added, warningsOf(form.fields));
}

/** The form's declaration of its file, with verified attestations. @throws DomainError */
async function declare(
  context: RouteContext,
  caller: KnownCaller,
  { upload: { sha256 }, filename, blake2b256, fields }: UploadForm,
): Promise<SentFile['declared']> {
  const [name, version] = [fields.get('name') ?? '', displayVersion(fields.get('version') ?? '')];
  const { packageType } = partsOf(filename, { name, version });
  if (fields.get('filetype') !== packageType) {
    throw new DomainError(
      'bad_request',
      `${filename} is a ${packageType}, the form says ${fields.get('filetype') ?? ''}`,
    );
  }
  const text = fields.get('attestations');
  const attested =
    text === undefined ? {} : await attest(context, { caller, name, text }, { filename, sha256 });
  return { name, version, file: filename, metadata: { blake2b256, ...attested } };
}

/** Always status 200: clients treat any other success as a failure. */
function answer(reply: FastifyReply, added: Added, warnings: readonly string[]): FastifyReply {
  reply.code(200).headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
  const told = toldOf(added);
  const all = [...(told === null ? [] : [told]), ...warnings].map((each) => `299 - "${each}"`);
  if (all.length > 0) reply.header('warning', all.join(', '));
  return reply.send(told === null ? 'OK' : `OK\n${told}\n`);
}

function toldOf({ status, statusUrl, reason }: Added): string | null {
  if (status === 'published' || status === 'present') return null;
  const what = status === 'held' ? 'held for review' : 'accepted, still being checked';
  if (statusUrl === undefined) return what;
  return `${what}: ${whereToLook({ statusUrl, ...(reason === undefined ? {} : { reason }) })}`;
}
