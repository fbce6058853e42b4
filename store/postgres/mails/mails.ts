import { z } from 'zod';
import type { MailFacts, MailKind } from '../../../domain/mail.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

/** A mail for an account, or for the account that has the address when the mail is sent. */
export interface NewMail {
  kind: MailKind;
  userId: string | null;
  /** With a person: replaces their current address. */
  address?: string;
  facts?: MailFacts;
}

/** Call it in the transaction of the event that the mail reports. */
export async function insertMail(
  db: Queryable,
  { kind, userId, address, facts = {} }: NewMail,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into mails (id, kind, user_id, address, facts)
    values (${newId()}, ${kind}, ${userId}, ${address ?? null}, ${sql.jsonb(facts)})`);
}

const Waiting = z.object({ id: z.string(), kind: z.string() });

/** Mails without a workflow so far, oldest first. */
export async function listWaitingMails(
  db: Queryable,
  limit: number,
): Promise<readonly z.infer<typeof Waiting>[]> {
  return db.any(sql.type(Waiting)`
    select mails.id, mails.kind from mails where not mails.is_started order by mails.created_at limit ${limit}`);
}

export async function markMailStarted(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`update mails set is_started = true where mails.id = ${id}`);
}

const Mail = z.object({
  kind: z.string(),
  userId: z.string().nullable(),
  address: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Mail = z.infer<typeof Mail>;

/** Null if the mail was sent or does not exist any more; a failed mail can still be sent. */
export async function findUnsentMail(db: Queryable, id: string): Promise<Mail | null> {
  return db.maybeOne(sql.type(Mail)`
    select mails.kind, mails.user_id, mails.address, mails.facts from mails
    where mails.id = ${id} and mails.status in ('pending', 'failed')`);
}

export async function endMail(
  db: Queryable,
  id: string,
  status: 'sent' | 'dropped' | 'failed',
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update mails set status = ${status}, finished_at = now()
    where mails.id = ${id} and mails.status in ('pending', 'failed')`);
}

/** Deletes mails that ended `days` ago. */
export async function deleteOldMails(db: Queryable, days: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from mails where mails.finished_at < now() - ${days} * interval '1 day'`);
}
