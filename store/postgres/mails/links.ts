import { z } from 'zod';
import type { LinkPurpose } from '../../../domain/mail.ts';
import { type Queryable, sql } from '../pool.ts';

export interface MailLink {
  tokenHash: string;
  purpose: LinkPurpose;
  userId: string;
  address: string;
  expiresAt: Date;
}

export async function insertLink(db: Queryable, link: MailLink): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into mail_links (token_hash, purpose, user_id, address, expires_at)
    values (${link.tokenHash}, ${link.purpose}, ${link.userId}, ${link.address}, ${link.expiresAt.toISOString()})`);
}

const Found = z.object({ userId: z.string(), address: z.string() });

/** A link that has not expired. */
export async function findLink(
  db: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<z.infer<typeof Found> | null> {
  return db.maybeOne(sql.type(Found)`
    select mail_links.user_id, mail_links.address from mail_links
    where mail_links.token_hash = ${tokenHash} and mail_links.purpose = ${purpose}
      and mail_links.expires_at > now()`);
}

/** Uses up the link and all others of its purpose and person. Null if it was used or has expired. */
export async function takeLink(
  db: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<z.infer<typeof Found> | null> {
  const taken = await db.maybeOne(sql.type(Found)`
    delete from mail_links
    where mail_links.token_hash = ${tokenHash} and mail_links.purpose = ${purpose}
      and mail_links.expires_at > now()
    returning mail_links.user_id, mail_links.address`);
  if (taken) await deleteLinks(db, taken.userId, purpose);
  return taken;
}

export async function deleteLinks(db: Queryable, userId: string, purpose: LinkPurpose): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from mail_links where mail_links.user_id = ${userId} and mail_links.purpose = ${purpose}`);
}

export async function deleteExpiredLinks(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from mail_links where mail_links.expires_at < now()`);
}
