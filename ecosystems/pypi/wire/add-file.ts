import { setTimeout } from 'node:timers/promises';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Release } from '../../../domain/release.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Receipt, StagedUpload } from '../../context/publishing.ts';
import type { Declared } from '../../format.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

export interface SentFile {
  caller: KnownCaller;
  declared: Declared & { file: string };
  upload: StagedUpload;
}

export interface Added {
  /** `present`: the same bytes are stored already. */
  status: 'published' | 'held' | 'pending' | 'present';
  /** The page where people follow an invisible release. */
  statusUrl?: string;
  /** Why the file or release is held. */
  reason?: string;
}

/** How long a file waits for the previous file, and the first and longest pause between two look-ups. */
const patience = { withinMs: 20_000, firstMs: 100, longestMs: 1_000 };

/**
 * Adds a file: the first creates the release; others join it, or wait with it.
 * @throws DomainError; the file is then discarded
 */
export async function addFile(context: RouteContext, asked: SentFile): Promise<Added> {
  const sent = await underName(context, asked);
  const deadline = performance.now() + patience.withinMs;
  for (let pauseMs = patience.firstMs; ; pauseMs = Math.min(2 * pauseMs, patience.longestMs)) {
    const standing = await standingOf(context, sent);
    if (standing === 'present') return { status: 'present' };
    if (standing === 'visible') return answerOf(await context.publishing.publishFile(sent));
    if (standing === 'held') {
      await context.staging.files.stage(sent);
      return { status: 'held' };
    }
    if (standing === 'free') {
      const added = await publishFirst(context, sent);
      if (added) return added;
    }
    if (performance.now() > deadline) {
      await context.publishing.discard(sent.upload);
      throw new DomainError(
        'not_ready',
        'another file of this version is being checked: send this one again',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    await setTimeout(pauseMs);
  }
}

async function underName(context: RouteContext, asked: SentFile): Promise<SentFile> {
  try {
    return { ...asked, caller: await context.callers.underName(asked.caller, asked.declared.name) };
  } catch (error) {
    await context.publishing.discard(asked.upload);
    throw error;
  }
}

/** Publishes the first file; undefined if a concurrent upload just created the release: look it up again. */
async function publishFirst(context: RouteContext, sent: SentFile): Promise<Added | undefined> {
  try {
    return answerOf(await context.publishing.publish(sent));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'version_exists') throw error;
    const { name, version } = sent.declared;
    // staged first: a release that leaves staging between the two look-ups is visible
    const made =
      (await undefinedIfMissing(context.staging.releases.get(sent.caller, name, version))) ??
      (await undefinedIfMissing(context.releases.get(sent.caller, name, version)));
    // the refusal has already discarded the upload
    throw made !== undefined
      ? new DomainError('not_ready', 'another file made this version: send this one again', {
          retryAfterSeconds: 1,
        })
      : error;
  }
}

function answerOf(receipt: Receipt): Added {
  return receipt.status === 'published' ? { status: receipt.status } : receipt;
}

type Standing = 'free' | 'visible' | 'present' | 'held' | 'checked';

async function standingOf(context: RouteContext, { caller, declared, upload }: SentFile): Promise<Standing> {
  try {
    const { name, version } = declared;
    const found = await undefinedIfMissing(context.releases.get(caller, name, version));
    if (found) {
      await context.publishing.findTarget(caller, name);
      const isThere = isPresent(
        found.release,
        declared.file,
        upload,
        `${context.baseUrl}/pypi/simple/${found.package.nameKey}/`,
      );
      if (!isThere) return 'visible';
      await context.publishing.discard(upload);
      return 'present';
    }
    const waiting = await undefinedIfMissing(context.staging.releases.get(caller, name, version));
    if (!waiting) return 'free';
    return waiting.statusReason === null ? 'checked' : 'held';
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

/** @throws DomainError `digest_conflict` */
function isPresent(
  { artifacts }: Release,
  filename: string,
  { sha256 }: StagedUpload,
  page: string,
): boolean {
  const there = artifacts.find((artifact) => artifact.filename === filename);
  if (there === undefined || there.sha256 === sha256) return there !== undefined;
  // by these words clients skip files that they uploaded before
  throw new DomainError(
    'digest_conflict',
    `File already exists ('${filename}'), with other content, and file names are never used again. See ${page}`,
  );
}
