import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { inTime } from '../../bodies/deadline.ts';
import type { RouteContext } from '../../context/context.ts';
import { type Receipt, type StagedUpload, whereToLook } from '../../context/publishing.ts';
import { identify } from './caller.ts';
import type { ReadRequest } from '../format/declaration.ts';
import { metadataReader } from './metadata-reader.ts';
import { openFrames, type FrameReader } from './frame.ts';
import { limits } from '../format/limits.ts';

const maxJsonBytes = limits.metadata.bytes;

/** Largest accepted `.crate` in bytes. */
const maxCrateBytes = limits.crate.bytes;

export function registerPublishRoute(app: FastifyInstance, context: RouteContext): void {
  app.put('/api/v1/crates/new', { config: { body: limits.publish } }, async (request, reply) => {
    const { caller } = await identify(context, request, { acceptsExchanged: true });
    const publisher = as(caller, requireScope(caller.actor, 'packages:write'));
    const { declared, warnings, upload } = await readBody(context, request, caller);
    const receipt = await context.publishing.publish({ caller: publisher, declared, upload });
    return reply.code(receipt.status === 'published' ? 200 : 202).send(answer(receipt, warnings));
  });
}

async function readBody(
  context: RouteContext,
  request: FastifyRequest,
  sender: Caller,
): Promise<ReadRequest & { upload: StagedUpload }> {
  if (!(request.body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  const frames = openFrames(request.body);
  try {
    const read = await context.bodies.hold(sender, async (take) =>
      context.bodies.read(sender, metadataReader, await inTime(frames.block(maxJsonBytes, take)), null),
    );
    return { ...read, upload: await receiveCrate(context, frames) };
  } catch (error) {
    // The answer is sent at once; an unread upload would keep the client from reading the answer.
    frames.drain().catch(() => request.log.debug('upload ended before it was drained'));
    throw error;
  }
}

async function receiveCrate(context: RouteContext, frames: FrameReader): Promise<StagedUpload> {
  const { length, stream } = await frames.lastBlock(maxCrateBytes);
  const upload = await context.publishing.receive(stream, maxCrateBytes).catch((error: unknown) => {
    throw frames.failure() ?? error;
  });
  if (upload.sizeBytes === length && frames.failure() === undefined) return upload;
  await context.publishing.discard(upload);
  throw frames.failure() ?? new DomainError('bad_request', 'the crate is not as long as announced');
}

function answer(receipt: Receipt, warnings: string[]) {
  const notes = {
    published: [],
    held: [`held for review: ${whereToLook(receipt)}`],
    pending: [`still being checked: ${receipt.statusUrl}`],
  };
  return {
    warnings: {
      invalid_categories: [],
      invalid_badges: [],
      other: [...warnings, ...notes[receipt.status]],
    },
  };
}
