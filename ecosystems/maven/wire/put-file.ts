import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Release } from '../../../domain/release.ts';
import type { RouteContext } from '../../context/context.ts';
import { type StagedUpload, whereToLook } from '../../context/publishing.ts';
import type { Declared } from '../../format.ts';
import { limits } from '../format/limits.ts';
import type { FilePath } from '../format/path.ts';
import type { Deployed } from './deployed.ts';
import { deployOptions } from './deploy-options.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

export interface SentFile {
  caller: KnownCaller;
  request: FastifyRequest;
  file: FilePath;
}

/** Adds a file to an unfinished or a visible release. @throws DomainError; the file is then discarded */
export async function putFile(
  context: RouteContext,
  { request, file, ...sent }: SentFile,
): Promise<Deployed> {
  const caller = await context.callers.underName(sent.caller, file.name);
  const { body } = request;
  const bytes = body instanceof Readable ? body : Buffer.alloc(0);
  const upload = await context.publishing.receive(bytes, limits.file.bytes);
  const { name, version, filename } = file;
  const declared = { name, version, file: filename, metadata: {} };
  const visible = await unlessRefused(context, upload, async () => {
    const found = await undefinedIfMissing(context.releases.get(caller, name, version));
    return found && { isPresent: isPresent(found.release, file, upload), release: found.release };
  });
  if (!visible) {
    const options = deployOptions(caller, filename);
    const { outcome } = await context.drafts.put({ caller, declared, upload }, options);
    return { status: outcome === 'present' ? 200 : 201 };
  }
  if (visible.isPresent) {
    await context.publishing.discard(upload);
    return { status: 200 };
  }
  return join(context, { caller, declared, upload, release: visible.release });
}

interface Joining {
  caller: KnownCaller;
  declared: Declared & { file: string };
  upload: StagedUpload;
  release: Release;
}

/** Adds a file to a visible release, e.g. signatures and sources just after the publish. */
async function join(
  context: RouteContext,
  { caller, declared, upload, release }: Joining,
): Promise<Deployed> {
  await unlessRefused(context, upload, () => {
    const ageMs = Date.now() - (release.publishedAt ?? release.uploadedAt).getTime();
    if (ageMs < limits.joinable.seconds * 1000 && release.publishedBy === caller.actor.userId)
      return Promise.resolve();
    const { name, version } = declared;
    throw new DomainError('invalid_state', `${name} ${version} is published: its files stay as they are`);
  });
  const receipt = await context.publishing.publishFile({ caller, declared, upload });
  if (receipt.status === 'published') return { status: 201 };
  const how = receipt.status === 'held' ? 'waits for a person' : 'is still being checked';
  return { status: 202, warning: `${declared.file} ${how}: ${whereToLook(receipt)}` };
}

/** @throws DomainError `digest_conflict` */
function isPresent(
  { artifacts }: Release,
  { filename, name, version }: FilePath,
  { sha256 }: StagedUpload,
): boolean {
  const there = artifacts.find((artifact) => artifact.filename === filename);
  if (there === undefined || there.sha256 === sha256) return there !== undefined;
  throw new DomainError(
    'digest_conflict',
    `${filename} of ${name} ${version} is published already with other content: deploy another version`,
  );
}

/** Discards the upload when a check of it fails. */
async function unlessRefused<T>(
  context: RouteContext,
  upload: StagedUpload,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}
