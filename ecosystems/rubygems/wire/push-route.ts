import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { receiveFirstPart } from '../../bodies/multipart.ts';
import type { RouteContext } from '../../context/context.ts';
import { type Receipt, type StagedUpload, whereToLook } from '../../context/publishing.ts';
import { limits } from '../format/limits.ts';
import type { Declaration } from '../format/metadata.ts';
import { canonicalName } from '../format/name.ts';
import { splitVersion } from '../format/version.ts';
import { attest } from './attest.ts';
import { identifyWriter } from './caller.ts';
import { requireSecondFactor } from './second-factor.ts';
import { type GemIdentity, peekSpecification, specificationReader } from './peek.ts';

/** `gem push`: the bytes of one gem; with attestations, a form. */
export function registerPushRoute(app: FastifyInstance, context: RouteContext): void {
  app.post('/api/v1/gems', { config: { body: limits.push } }, async (request, reply) => {
    const caller = await identifyWriter(context, request, 'push_rubygem');
    const { upload, attestations: text } = await receive(context, request);
    const { identity, attested } = await orDiscard(context, upload, async () => {
      const found = await peek(context, caller, upload);
      await requireSecondFactor(context, caller, { name: found.name, isAsked: found.needsSecondFactor });
      return {
        identity: found,
        attested: await attestationsOf(context, caller, { text, upload, name: found.name }),
      };
    });
    const { name, version } = identity;
    const declared = { name, version, metadata: { ...attested } };
    const receipt = await context.publishing.publish({ caller, declared, upload });
    reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
    return reply.code(200).send(answer(identity, receipt));
  });
}

interface Received {
  upload: StagedUpload;
  /** JSON of a list; empty without attestations. */
  attestations: string;
}

async function receive(context: RouteContext, request: FastifyRequest): Promise<Received> {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no gem');
  let attestations = '';
  if (!headers['content-type']?.toLowerCase().startsWith('multipart/')) {
    return { upload: await context.publishing.receive(body, limits.gem.bytes), attestations };
  }
  const upload = await receiveFirstPart({
    headers,
    body,
    maxBytes: limits.gem.bytes,
    limits,
    name: 'gem',
    fields: { names: ['attestations'], set: (_name, value) => (attestations = value.trim()) },
    receive: (stream) => context.publishing.receive(stream, limits.gem.bytes),
    discard: (received) => context.publishing.discard(received),
  });
  return { upload, attestations };
}

/** The identity of a gem. */
async function peek(context: RouteContext, sender: Caller, upload: StagedUpload): Promise<GemIdentity> {
  const packed = await context.publishing.withUpload(upload, peekSpecification);
  const identity = await context.bodies.read(sender, specificationReader, packed, null);
  canonicalName(identity.name);
  assertMeantForUs(identity, context.baseUrl);
  return identity;
}

async function attestationsOf(
  context: RouteContext,
  caller: Caller,
  { text, upload, name }: { text: string; upload: StagedUpload; name: string },
): Promise<Declaration | undefined> {
  if (text === '') return undefined;
  const { sha256 } = upload;
  return context.publishing.withUpload(upload, (path) =>
    attest(context, caller, { text, name, path, sha256 }),
  );
}

/** Discards the upload of a push that is refused before its workflow starts. */
async function orDiscard<T>(
  context: RouteContext,
  upload: StagedUpload,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

/** Compares scheme and host, as the client does. @throws DomainError `policy_violation` */
function assertMeantForUs({ allowedPushHost }: GemIdentity, baseUrl: string): void {
  if (allowedPushHost === '') return;
  const [meant, ours] = [URL.parse(allowedPushHost), new URL(baseUrl)];
  if (meant?.protocol === ours.protocol && meant.host === ours.host) return;
  const where = allowedPushHost.slice(0, 200);
  throw new DomainError('policy_violation', `the gem may only be pushed to ${where}, as its metadata says`);
}

/** The text of the answer, which clients print. */
function answer({ name, version }: GemIdentity, receipt: Receipt): string {
  const { status } = receipt;
  const { number, platform } = splitVersion(version);
  const gem = `${name} (${platform === 'ruby' ? number : `${number}-${platform}`})`;
  if (status === 'published') return `Successfully registered gem: ${gem}`;
  const what = status === 'held' ? 'Held for review' : 'Still being checked';
  return `Received gem: ${gem}. ${what}: ${whereToLook(receipt)}`;
}
