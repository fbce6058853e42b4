import { setTimeout } from 'node:timers/promises';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Release } from '../../../domain/release.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Receipt, StagedUpload } from '../../context/publishing.ts';
import type { Declared } from '../../format.ts';
import { assertFits } from '../format/assert-fits.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { assertWelcome } from './welcome.ts';

export interface SentFile {
  caller: KnownCaller;
  declared: Declared & { file: string };
  upload: StagedUpload;
}

export interface Outcome {
  /** `present`: the same bytes are stored already. */
  status: 'published' | 'held' | 'pending' | 'present';
  /** The page where people follow an invisible release. */
  statusUrl?: string;
  /** Why the file or release is held. */
  reason?: string;
}

/**
 * Publishes the version with the file, or adds the file to the version.
 * @throws DomainError; the file is then discarded
 */
export async function addFile(context: RouteContext, asked: SentFile): Promise<Outcome> {
  let sent = asked;
  let release: Release | undefined;
  try {
    sent = { ...asked, caller: await context.callers.underName(asked.caller, asked.declared.name) };
    await assertWelcome(context, sent);
    release = await findSettled(context, sent);
    if (release && isPresent(release, sent)) {
      await context.publishing.discard(sent.upload);
      return { status: 'present' };
    }
  } catch (error) {
    await context.publishing.discard(sent.upload);
    throw error;
  }
  if (release) return answerOf(await context.publishing.publishFile(sent));
  try {
    return answerOf(await context.publishing.publish(sent));
  } catch (error) {
    throw (await isOvertaken(context, sent, error)) ? comeAgain() : error;
  }
}

function answerOf(receipt: Receipt): Outcome {
  return receipt.status === 'published' ? { status: receipt.status } : receipt;
}

/** @throws DomainError `digest_conflict`, `duplicate`, `policy_violation` for a file that can't join the release */
function isPresent({ artifacts }: Release, { declared: { file }, upload }: SentFile): boolean {
  const there = artifacts.find(({ filename }) => filename === file);
  if (there?.sha256 === upload.sha256) return true;
  if (there) throw new DomainError('digest_conflict', `${file} is there already with other content`);
  assertFits(
    file,
    artifacts.map(({ filename }) => filename),
  );
  return false;
}

/** How long a file waits for the check of the previous file, and the interval of the look-ups. */
const patience = { withinMs: 20_000, everyMs: 200 };

/** The visible release; undefined without one. @throws DomainError `invalid_state` for a held release, `not_ready` */
async function findSettled(
  context: RouteContext,
  { caller, declared }: SentFile,
): Promise<Release | undefined> {
  const { name, version } = declared;
  const deadline = performance.now() + patience.withinMs;
  for (;;) {
    const found = await undefinedIfMissing(context.releases.get(caller, name, version));
    if (found) return found.release;
    const waiting = await undefinedIfMissing(context.staging.releases.get(caller, name, version));
    if (!waiting) return undefined;
    const draft = await undefinedIfMissing(context.drafts.get(caller, name, version));
    if (draft?.isCommitted === false) throw isDraft(name, version);
    if (waiting.statusReason !== null) {
      throw new DomainError(
        'invalid_state',
        `${name} ${version} waits for a person: no file joins it before`,
      );
    }
    if (performance.now() > deadline) throw comeAgain();
    await setTimeout(patience.everyMs);
  }
}

/** Whether a concurrent upload created the version just before. */
async function isOvertaken(context: RouteContext, { caller, declared }: SentFile, error: unknown) {
  if (!(error instanceof DomainError) || error.code !== 'version_exists') return false;
  const { name, version } = declared;
  // staged first: a release that leaves staging between the two look-ups is visible
  const waiting = await undefinedIfMissing(context.staging.releases.get(caller, name, version));
  return (waiting ?? (await undefinedIfMissing(context.releases.get(caller, name, version)))) !== undefined;
}

const isDraft = (name: string, version: string) =>
  new DomainError(
    'invalid_state',
    `${name} ${version} is a draft: send the file with ?draft, or commit it first`,
  );

const comeAgain = () =>
  new DomainError('not_ready', 'another file of this version is being checked: send this one again', {
    retryAfterSeconds: 1,
  });
