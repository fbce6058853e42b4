import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import type { ReleaseRef } from '../activities/publish.ts';
import { db } from './activities.ts';
import { type Decision, decideSignal, heldSignal, scanFailed } from './contract.ts';
import { locallyFirst } from './locally-first.ts';
import type { Note } from './notes.ts';

export const decide = defineSignal<[Decision]>(decideSignal);
export const held = defineSignal(heldSignal);

/** What was said to a workflow and it has not looked at yet. */
export interface Inbox {
  decisions: Decision[];
  isHeld: boolean;
}

export function openInbox(): Inbox {
  const inbox: Inbox = { decisions: [], isHeld: false };
  setHandler(decide, (decision) => {
    inbox.decisions.push(decision);
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
    waitsFor = await publish(isReturning ? { ...release, isReturning } : release);
  } while (waitsFor !== null);
  // what was said about the release while it was held must not count when it is held once more
  inbox.decisions.length = 0;
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
    await condition(() => inbox.decisions.length > 0);
    const decision = inbox.decisions.shift();
    note(`decision: ${decision?.kind}`);
    if (decision?.kind === 'reject') {
      await db.reject({ ...release, reason: decision.reason, performer: decision.performer });
      return decision;
    }
    if (heldFor === scanFailed) waitsFor = await rescan();
    else if (decision) {
      waitsFor = await locallyFirst((step) => step.review({ ...release, reason: heldFor, decision }));
    }
  }
  return null;
}

async function publish(release: ReleaseRef & { isReturning?: boolean }): Promise<string | null> {
  const waitsFor = await locallyFirst((step) => step.publish(release));
  // runs that began before it returned anything have undefined here
  return waitsFor ?? null;
}
