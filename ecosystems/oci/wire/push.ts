import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError, forbidden } from '../../../domain/errors.ts';
import type { Declared } from '../../format.ts';
import type { RouteContext } from '../../context/context.ts';
import { type Receipt, whereToLook } from '../../context/publishing.ts';
import type { AddressOf, Asked } from './request.ts';
import { readBody } from './body.ts';
import { requirePublisher } from './caller.ts';
import { algorithmOf, canonicalDigest } from '../format/digest.ts';
import { maxManifestBytes } from '../format/manifest.ts';
import { manifestReader, type PushedManifest } from './manifest-reader.ts';
import { bareType } from '../format/media-types.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { queryOf } from './query.ts';
import { requireComplete } from './required-parts.ts';
import { requireTag } from './tag.ts';
import { limits } from '../format/limits.ts';

type AskedManifest = Asked<AddressOf<'manifest'>>;

/** Attempts and interval in which a push waits for another push of the same manifest. */
const attempts = 200;
const betweenMs = 100;

interface Push {
  publisher: KnownCaller;
  name: string;
  /** Digest of the manifest. */
  version: string;
  tags: string[];
  bytes: Buffer;
  manifest: PushedManifest;
}

/** `PUT /{name}/manifests/{tag or digest}`: a new manifest starts the publish workflow, a new tag alone does not. */
export async function pushManifest(context: RouteContext, asked: AskedManifest): Promise<FastifyReply> {
  const { reply, address } = asked;
  const { bodies } = context;
  const sender = asked.caller;
  const push = await bodies.hold(sender, (take) => readPush(context, asked, take));
  const receipt = await bodies.keep(sender, push.bytes.length, () => settle(context, push));
  const { version, tags, manifest } = push;
  reply.code(201).headers({
    location: `${address.mount}/${address.name}/manifests/${version}`,
    'docker-content-digest': version,
  });
  if (manifest.subject !== null) reply.header('oci-subject', manifest.subject);
  if (address.reference.includes(':') && tags.length > 0) reply.header('oci-tag', tags);
  if (receipt && receipt.status !== 'published') reply.header('warning', warning(receipt));
  return reply.send();
}

/** Reads the push. @throws DomainError for any error in the request */
async function readPush(
  { bodies }: RouteContext,
  { request, caller, address }: AskedManifest,
  take: (bytes: number) => void,
): Promise<Push> {
  const publisher = requirePublisher(caller);
  const { name, reference } = address;
  const digest = reference.includes(':') ? canonicalDigest(reference) : undefined;
  const more = digest === undefined ? [] : queryOf(request).getAll('tag');
  const tags = digest === undefined ? [requireTag(reference)] : [...new Set(more.map(requireTag))];
  if (tags.length > limits.tags.count)
    throw new DomainError('bad_request', `at most ${limits.tags.count} tags at once`);
  const bytes = await readBody(request, limits.manifest, take);
  const manifest = await bodies.read(publisher, manifestReader, bytes, {
    mediaType: bareType(request.headers['content-type']),
    algorithm: digest === undefined ? 'sha256' : algorithmOf(digest),
  });
  const version = manifest.digest;
  if (digest !== undefined && digest !== version) {
    throw new DomainError('digest_mismatch', 'the manifest has another digest', { digest: version });
  }
  return { publisher, name, version, tags, bytes, manifest };
}

/**
 * Publishes the manifest; a visible manifest only gets its tags. Waits for a running push of the same digest: the two
 * are not a conflict. Undefined if the manifest was already published.
 */
async function settle(context: RouteContext, push: Push): Promise<Receipt | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    if (await isReadable(context, push)) {
      await tag(context, push);
      return undefined;
    }
    try {
      return await publish(context, push);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'version_exists') throw error;
      if (attempt === attempts || (await isHeld(context, push))) {
        throw forbidden('this manifest is held for review: it can get another tag when that is over');
      }
      await delay(betweenMs);
    }
  }
}

async function isReadable(context: RouteContext, push: Push): Promise<boolean> {
  const { publisher, name, version } = push;
  return (await undefinedIfMissing(context.releases.get(publisher, name, version))) !== undefined;
}

/** Whether the manifest waits for a person: clients do not wait that long. */
async function isHeld(context: RouteContext, push: Push): Promise<boolean> {
  const { publisher, name, version } = push;
  const staged = await undefinedIfMissing(context.staging.releases.get(publisher, name, version));
  return staged?.state === 'quarantine' && staged.statusReason !== null;
}

async function tag(context: RouteContext, push: Push): Promise<void> {
  const { publisher, name, version, tags } = push;
  if (tags.length > 0) {
    if (publisher.actor.needsApproval === true) await requireTagged(context, push);
    await context.tags.set(publisher, name, tags, version);
    return;
  }
  // a push without a tag changes nothing here, but a caller without the right to publish must get an error
  const may = await context.packages.permissions(publisher, name);
  if (!may.publish) throw forbidden(`you may not publish ${name}: it belongs to another account`);
}

/**
 * Refuses to move a tag for a build whose publishes need an approval; tags that already name the version are accepted.
 * @throws DomainError `forbidden`
 */
async function requireTagged(context: RouteContext, { publisher, name, version, tags }: Push): Promise<void> {
  const found = await Promise.all(tags.map((each) => context.tags.find(publisher, name, each)));
  if (found.every((each) => each === version)) return;
  throw forbidden(
    'what this build publishes waits for a person: it moves no tag to a manifest that people see',
  );
}

async function publish(context: RouteContext, push: Push): Promise<Receipt> {
  const { publisher, name, version, tags, bytes, manifest } = push;
  const blobs = await requireComplete(context, { caller: publisher, name, manifest });
  const declared: Declared = {
    name,
    version,
    metadata: { mediaType: manifest.mediaType },
    tags,
    blobs,
    ...(manifest.subject === null ? {} : { subject: manifest.subject }),
  };
  const upload = await context.publishing.receive(bytes, maxManifestBytes);
  return context.publishing.publish({ caller: publisher, declared, upload });
}

/** The warning that clients show for a stored push that readers can't see yet. */
function warning(receipt: Receipt): string {
  const what = receipt.status === 'held' ? 'held for review' : 'still being checked';
  return `299 - "${what}: ${whereToLook(receipt)}"`;
}
