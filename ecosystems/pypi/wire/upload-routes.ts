import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { partsOf } from '../format/filename.ts';
import { uploadBound } from '../format/limits.ts';
import { displayVersion } from '../format/version.ts';
import { type Added, addFile } from './add-file.ts';
import { identifyPublisher } from './caller.ts';
import { receiveForm } from './upload-form.ts';

/** One file by form; clients follow no redirect, so that both spellings take it. */
export function registerUploadRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const url of ['/legacy', '/legacy/']) {
    app.post(url, { config: { body: uploadBound } }, (request, reply) => upload(context, request, reply));
  }
}

async function upload(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await identifyPublisher(context, request);
  const { upload: staged, filename, fields } = await receiveForm(context, request);
  let declared;
  try {
    const [name, version] = [fields.get('name') ?? '', displayVersion(fields.get('version') ?? '')];
    const { packageType } = partsOf(filename, { name, version });
    if (fields.get('filetype') !== packageType) {
      throw new DomainError(
        'bad_request',
        `${filename} is a ${packageType}, the form says ${fields.get('filetype') ?? ''}`,
      );
    }
    declared = { name, version, file: filename, metadata: {} };
  } catch (error) {
    await context.publishing.discard(staged);
    throw error;
  }
  return answer(reply, await addFile(context, { caller, declared, upload: staged }));
}

/** 200 and nothing else: clients take every other success for a failure. */
function answer(reply: FastifyReply, { status, statusUrl }: Added): FastifyReply {
  reply.code(200).headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
  if (status === 'published' || status === 'present') return reply.send('OK');
  const what = status === 'held' ? 'held for review' : 'accepted, still being checked';
  const told = statusUrl === undefined ? what : `${what}: ${statusUrl}`;
  return reply.header('warning', `299 - "${told}"`).send(`OK\n${told}\n`);
}
