import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../domain/digest.ts';
import {
  type LinkPurpose,
  linkSeconds,
  type MailKind,
  type MailText,
  renderMail,
} from '../../domain/mail.ts';
import { type Addresses, findAddresses, findByAddress } from '../../store/postgres/identity/addresses.ts';
import { insertLink } from '../../store/postgres/mails/links.ts';
import type { Mail } from '../../store/postgres/mails/mails.ts';
import type { Configured, Platform } from '../platform.ts';

interface Composed extends MailText {
  to: string;
}

/** Composes the current text of a mail; null when its reader or its subject no longer exists. */
export async function composeMail(
  platform: Pick<Platform, 'pool'> & Configured<'http'>,
  mail: Mail,
): Promise<Composed | null> {
  switch (mail.kind as MailKind) {
    case 'email_verification':
      return composeVerification(platform, mail);
    case 'password_reset':
      return composeReset(platform, mail);
    default:
      return composeNotice(platform, mail);
  }
}

async function composeVerification(
  platform: Pick<Platform, 'pool'> & Configured<'http'>,
  { userId }: Mail,
): Promise<Composed | null> {
  const person = userId === null ? null : await findAddresses(platform.pool, userId);
  if (!person) return null;
  const to = person.pendingEmail ?? (person.isVerified ? null : person.email);
  if (to === null) return null;
  const holder = await findByAddress(platform.pool, to);
  // the holder of the address learns of the attempt; the other user learns nothing
  if (holder && holder.id !== person.id) {
    return render(platform, 'address_taken', holder, { to, facts: { account: person.username } });
  }
  const link = await makeLink(platform, 'verify_email', { userId: person.id, address: to });
  return render(platform, 'email_verification', person, { to, link });
}

async function composeReset(
  platform: Pick<Platform, 'pool'> & Configured<'http'>,
  { address }: Mail,
): Promise<Composed | null> {
  const person = address === null ? null : await findByAddress(platform.pool, address);
  if (!person) return null;
  const link = await makeLink(platform, 'reset_password', { userId: person.id, address: person.email });
  return render(platform, 'password_reset', person, { to: person.email, link });
}

async function composeNotice(
  platform: Pick<Platform, 'pool'> & Configured<'http'>,
  mail: Mail,
): Promise<Composed | null> {
  const person = mail.userId === null ? null : await findAddresses(platform.pool, mail.userId);
  const to = mail.address ?? (person?.isVerified ? person.email : null);
  if (!person || to === null) return null;
  return render(platform, mail.kind as MailKind, person, { to, facts: mail.facts });
}

function render(
  { config }: Configured<'http'>,
  kind: MailKind,
  { username }: Addresses,
  { to, facts = {}, link = '' }: { to: string; facts?: Mail['facts']; link?: string },
): Composed {
  return { to, ...renderMail(kind, { username, facts, publicUrl: config.http.publicUrl, link }) };
}

const pages: Record<LinkPurpose, string> = {
  verify_email: 'confirm-address',
  reset_password: 'new-password',
};

/** Creates a new link for every attempt: its text is only in the mail, not stored. */
async function makeLink(
  { pool, config }: Pick<Platform, 'pool'> & Configured<'http'>,
  purpose: LinkPurpose,
  subject: { userId: string; address: string },
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const expiresAt = new Date(Date.now() + linkSeconds[purpose] * 1_000);
  await insertLink(pool, { ...subject, purpose, tokenHash: sha256Hex(token), expiresAt });
  return `${config.http.publicUrl}/login/${pages[purpose]}/${token}`;
}
