import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

/** A slot for one of the concurrent analyses, counted across all replicas. */
export interface AnalysisSlot {
  slot: number;
  holder: string;
}

const Taken = z.object({ slot: z.number(), holder: z.string() });

/**
 * Takes a free slot of `maximum`. The slot expires after `seconds`, even if its holder crashed. Null if all are
 * taken: the caller does not wait.
 */
export async function takeAnalysisSlot(
  db: Queryable,
  { holder, maximum, seconds }: { holder: string; maximum: number; seconds: number },
): Promise<AnalysisSlot | null> {
  const take = () =>
    db.maybeOne(sql.type(Taken)`
      update analysis_slots
      set holder = ${holder}, expires_at = now() + ${seconds} * interval '1 second'
      where analysis_slots.slot = (
        select analysis_slots.slot from analysis_slots
        where analysis_slots.slot <= ${maximum} and analysis_slots.expires_at <= now()
        order by analysis_slots.slot
        limit 1
        for update skip locked)
      returning analysis_slots.slot, analysis_slots.holder`);
  const taken = await take();
  if (taken) return taken;
  await addSlots(db, maximum);
  return take();
}

/** Adds rows for slots that never had a holder. */
async function addSlots(db: Queryable, maximum: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into analysis_slots (slot, holder, expires_at)
    select slots.slot, '00000000-0000-0000-0000-000000000000', '-infinity'
    from generate_series(1, ${maximum}) as slots (slot)
    where not exists (select from analysis_slots where analysis_slots.slot = slots.slot)
    on conflict do nothing`);
}

/** Frees the slot, unless it expired and has another holder. */
export async function freeAnalysisSlot(db: Queryable, { slot, holder }: AnalysisSlot): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update analysis_slots set expires_at = '-infinity'
    where analysis_slots.slot = ${slot} and analysis_slots.holder = ${holder}`);
}

export async function countAnalysisSlots(db: Queryable): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`
    select count(*) from analysis_slots where analysis_slots.expires_at > now()`);
  return count;
}
