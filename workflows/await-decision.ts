import { condition, defineSignal, patched, setHandler } from '@temporalio/workflow';
import type { ReleaseRef } from '../activities/publish-deps.ts';
import { db } from './activities.ts';
import {
  type Decision,
  decidedSignal,
  decideSignal,
  heldSignal,
  type NotedDecision,
  scanFailed,
} from './definitions.ts';
import { locallyFirst } from './locally-first.ts';
import type { Note } from './run-notes.ts';

export const decided = defineSignal(decidedSignal);
export const decide = defineSignal<[Decision]>(decideSignal);
export const held = defineSignal(heldSignal);

/** What was said to a workflow and it has not looked at yet. Signals wake; what counts is in the database. */
export interface Inbox {
  isWoken: boolean;
  isHeld: boolean;
  /** Followed by histories of earlier releases only. */
  words: Decision[];
}

export function openInbox(): Inbox {
  const inbox: Inbox = { isWoken: false, isHeld: false, words: [] };
  setHandler(decided, () => {
    inbox.isWoken = true;
  });
  setHandler(decide, (word) => {
    inbox.words.push(word);
  });
  setHandler(held, () => {
    inbox.isHeld = true;
  });
  return inbox;
}

interface Clearing {
  inbox: Inbox;
  note: Note;
  /** Whether readers have seen the release before. */
  isReturning: boolean;
  onHeld?(reason: string): void;
  /** Looks at a release again whose scan had failed. */
  rescan(): Promise<string | null>;
  /** Instead of {@link publish}. */
  publish?: typeof publish;
}

/**
 * Publishes the release as soon as nothing stands against it; until then people are asked, for as long as
 * it takes. Null when it is published, else the decision that threw it away.
 */
export async function publishWhenClear(
  release: ReleaseRef,
  reason: string | null,
  clearing: Clearing,
): Promise<Decision | null> {
  const { inbox, isReturning } = clearing;
  let waitsFor = reason;
  do {
    const rejection = await awaitClearance(release, waitsFor, clearing);
    if (rejection) return rejection;
    waitsFor = await (clearing.publish ?? publish)(isReturning ? { ...release, isReturning } : release);
  } while (waitsFor !== null);
  inbox.words.length = 0;
  return null;
}

async function awaitClearance(
  release: ReleaseRef,
  reason: string | null,
  { inbox, note, onHeld, rescan }: Clearing,
): Promise<Decision | null> {
  let waitsFor = reason;
  while (waitsFor !== null) {
    const heldFor = waitsFor;
    await locallyFirst((step) => step.hold({ ...release, reason: heldFor }));
    onHeld?.(heldFor);
    note(`held: ${heldFor}; waiting for a person`);
    const decision = await nextDecision(release, inbox);
    note(`decision: ${decision?.kind}`);
    if (decision?.kind === 'reject') {
      await db.reject(release);
      return decision;
    }
    if (heldFor === scanFailed) {
      if (isNoted(decision)) {
        await locallyFirst((step) => step.takeDecision({ ...release, decisionId: decision.id }));
      }
      waitsFor = await rescan();
    } else if (decision)
      waitsFor = await locallyFirst((step) => step.review({ ...release, reason: heldFor }));
  }
  return null;
}

/** From the database, whatever signals said. Runs that began when signals said it go on with their next one. */
async function nextDecision(
  release: ReleaseRef,
  inbox: Inbox,
): Promise<Decision | NotedDecision | undefined> {
  if (!areDecisionsRows()) await condition(() => inbox.isWoken || inbox.words.length > 0);
  if (!areDecisionsRows()) return inbox.words.shift();
  for (;;) {
    inbox.isWoken = false;
    const decision = await locallyFirst((step) => step.findDecision(release));
    if (decision) return decision;
    await condition(() => inbox.isWoken);
  }
}

function areDecisionsRows(): boolean {
  return patched('decisions-are-rows');
}

function isNoted(decision: Decision | NotedDecision | undefined): decision is NotedDecision {
  return decision !== undefined && 'id' in decision;
}

/** One step that does nothing else. */
export async function publish(release: ReleaseRef & { isReturning?: boolean }): Promise<string | null> {
  const waitsFor = await locallyFirst((step) => step.publish(release));
  // runs that began before it returned anything have undefined here
  return waitsFor ?? null;
}
