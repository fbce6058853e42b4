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
import type { Pool } from '../../store/postgres/pool.ts';

export interface ComposeDeps {
  pool: Pool;
  publicUrl: string;
}

interface Composed extends MailText {
  to: string;
}

/** What is to be sent, made now; null when there is nobody, or nothing, to tell any more. */
export async function composeMail(deps: ComposeDeps, mail: Mail): Promise<Composed | null> {
  switch (mail.kind as MailKind) {
    case 'email_verification':
      return composeVerification(deps, mail);
    case 'password_reset':
      return composeReset(deps, mail);
    default:
      return composeNotice(deps, mail);
  }
}

async function composeVerification(deps: ComposeDeps, { userId }: Mail): Promise<Composed | null> {
  const person = userId === null ? null : await findAddresses(deps.pool, userId);
  if (!person) return null;
  const to = person.pendingEmail ?? (person.isVerified ? null : person.email);
  if (to === null) return null;
  const holder = await findByAddress(deps.pool, to);
  // its reader learns of the attempt, and whoever made it learns nothing
  if (holder && holder.id !== person.id) {
    return render(deps, 'address_taken', holder, { to, facts: { account: person.username } });
  }
  const link = await makeLink(deps, 'verify_email', { userId: person.id, address: to });
  return render(deps, 'email_verification', person, { to, link });
}

async function composeReset(deps: ComposeDeps, { address }: Mail): Promise<Composed | null> {
  const person = address === null ? null : await findByAddress(deps.pool, address);
  if (!person) return null;
  const link = await makeLink(deps, 'reset_password', { userId: person.id, address: person.email });
  return render(deps, 'password_reset', person, { to: person.email, link });
}

async function composeNotice(deps: ComposeDeps, mail: Mail): Promise<Composed | null> {
  const person = mail.userId === null ? null : await findAddresses(deps.pool, mail.userId);
  const to = mail.address ?? (person?.isVerified ? person.email : null);
  if (!person || to === null) return null;
  return render(deps, mail.kind as MailKind, person, { to, facts: mail.facts });
}

function render(
  { publicUrl }: ComposeDeps,
  kind: MailKind,
  { username }: Addresses,
  { to, facts = {}, link = '' }: { to: string; facts?: Mail['facts']; link?: string },
): Composed {
  return { to, ...renderMail(kind, { username, facts, publicUrl, link }) };
}

const pages: Record<LinkPurpose, string> = {
  verify_email: 'confirm-address',
  reset_password: 'new-password',
};

/** Every attempt makes its own: the text is nowhere but in the mail. */
async function makeLink(
  { pool, publicUrl }: ComposeDeps,
  purpose: LinkPurpose,
  subject: { userId: string; address: string },
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const expiresAt = new Date(Date.now() + linkSeconds[purpose] * 1_000);
  await insertLink(pool, { ...subject, purpose, tokenHash: sha256Hex(token), expiresAt });
  return `${publicUrl}/login/${pages[purpose]}/${token}`;
}
