import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import type { ReleaseRef } from './definitions.ts';
import { db } from './activities.ts';
import { decidedSignal, heldSignal, type NotedDecision, scanFailed } from './definitions.ts';
import { localWithFallback } from './local-with-fallback.ts';
import type { Note } from './run-notes.ts';

export const decided = defineSignal(decidedSignal);
export const held = defineSignal(heldSignal);

/** Signals that a workflow has not handled yet. They only wake it: the decisions are in the database. */
export interface Inbox {
  isWoken: boolean;
  isHeld: boolean;
}

export function openInbox(): Inbox {
  const inbox: Inbox = { isWoken: false, isHeld: false };
  setHandler(decided, () => {
    inbox.isWoken = true;
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
  /** Scans again after a failed scan. The approval of a release whose scan failed has no other effect. */
  rescan(): Promise<string | null>;
  /** Replaces {@link publish}. */
  publish?: typeof publish;
}

/**
 * Publishes the release as soon as there is no obstacle; until then it waits for decisions of users, without a limit.
 * Returns null when the release is published, else the decision that rejected it.
 */
export async function publishWhenClear(
  release: ReleaseRef,
  reason: string | null,
  clearing: Clearing,
): Promise<NotedDecision | null> {
  const { isReturning } = clearing;
  let waitsFor = reason;
  do {
    const rejection = await awaitClearance(release, waitsFor, clearing);
    if (rejection) return rejection;
    waitsFor = await (clearing.publish ?? publish)(isReturning ? { ...release, isReturning } : release);
  } while (waitsFor !== null);
  return null;
}

async function awaitClearance(
  release: ReleaseRef,
  reason: string | null,
  { inbox, note, onHeld, rescan }: Clearing,
): Promise<NotedDecision | null> {
  let waitsFor = reason;
  while (waitsFor !== null) {
    const heldFor = waitsFor;
    await localWithFallback((step) => step.hold({ ...release, reason: heldFor }));
    onHeld?.(heldFor);
    note(`held: ${heldFor}; waiting for a person`);
    const decision = await nextDecision(release, inbox);
    note(`decision: ${decision.kind}`);
    if (decision.kind === 'reject') {
      await db.reject(release);
      return decision;
    }
    if (heldFor === scanFailed) {
      await localWithFallback((step) => step.takeDecision({ ...release, decisionId: decision.id }));
      waitsFor = await rescan();
    } else {
      waitsFor = await localWithFallback((step) => step.review({ ...release, reason: heldFor }));
    }
  }
  return null;
}

/** Reads the decision from the database, never from a signal. */
async function nextDecision(release: ReleaseRef, inbox: Inbox): Promise<NotedDecision> {
  for (;;) {
    inbox.isWoken = false;
    const decision = await localWithFallback((step) => step.findDecision(release));
    if (decision) return decision;
    await condition(() => inbox.isWoken);
  }
}

/** Publishes the release in a separate step. */
export async function publish(release: ReleaseRef & { isReturning?: boolean }): Promise<string | null> {
  return localWithFallback((step) => step.publish(release));
}
