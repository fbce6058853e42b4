import { answerLimits } from './limits/answers.ts';

/** The subject of a mail. The first two kinds have a link that is created when they are sent. */
export type MailKind =
  | 'email_verification'
  | 'password_reset'
  | 'address_taken'
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_off'
  | 'token_created'
  | 'login_elsewhere'
  | 'role_given'
  | 'release_held';

export type LinkPurpose = 'verify_email' | 'reset_password';

/** How long the link of a mail is valid, from the sending of the mail. */
export const linkSeconds: Record<LinkPurpose, number> = { verify_email: 86_400, reset_password: 3_600 };

/** Days that mails are kept after their end; the audit log records their subjects. */
export const mailKeptDays = 7;

/** Small facts of a mail; some are texts of other users. */
export type MailFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface MailText {
  subject: string;
  text: string;
}

export interface MailContext {
  username: string;
  facts: MailFacts;
  /** The address of the instance, which the reader knows. */
  publicUrl: string;
  /** The link, for kinds of mail that have one. */
  link?: string;
}

const unasked = 'If this was not you, change your password, and look at your sessions and tokens.';
const unwanted =
  'If you did not ask for this, do nothing: the link is good for nothing else and ends by itself.';

type Template = (context: Said) => { subject: string; lines: readonly string[] };
interface Said {
  username: string;
  link: string;
  publicUrl: string;
  /** A fact as one line. */
  fact(name: string): string;
}

const templates: Record<MailKind, Template> = {
  email_verification: ({ username, link }) => ({
    subject: 'Confirm your e-mail address',
    lines: [
      `The account ${username} names this address as its own. To confirm it, open`,
      link,
      'The link is good for one day.',
      unwanted,
    ],
  }),
  password_reset: ({ username, link }) => ({
    subject: 'Choose a new password',
    lines: [
      `A new password was requested for the account ${username}. To choose one, open`,
      link,
      'The link is good for one hour. A new password ends all sessions and API tokens of the account.',
      unwanted,
    ],
  }),
  address_taken: ({ username, publicUrl, fact }) => ({
    subject: 'You have an account already',
    lines: [
      `This address was given for the account ${fact('account')}. It belongs to your account ${username}, and stays there.`,
      `If it was you and you forgot your password, ask for a new one at ${publicUrl}.`,
      'If it was not you, do nothing.',
    ],
  }),
  email_changed: ({ username, fact }) => ({
    subject: 'Your e-mail address was changed',
    lines: [
      `The account ${username} has the address ${fact('address')} now. Mails no longer go here.`,
      unasked,
    ],
  }),
  password_changed: ({ username, fact }) => ({
    subject: 'Your password was changed',
    lines: [`The password of the account ${username} was changed${from(fact('ip_address'))}.`, unasked],
  }),
  second_factor_off: ({ username, fact }) => ({
    subject: 'Your second factor was switched off',
    lines: [
      `Log-ins of ${username} need no code any more. It was switched off${from(fact('ip_address'))}.`,
      unasked,
    ],
  }),
  token_created: ({ username, fact }) => ({
    subject: 'A new API token',
    lines: [
      `The account ${username} has a new API token, "${fact('name')}", made${from(fact('ip_address'))}.`,
      `It may: ${fact('scopes')}.`,
      'If this was not you, revoke it and change your password.',
    ],
  }),
  login_elsewhere: ({ username, fact }) => ({
    subject: 'A log-in from a new place',
    lines: [
      `There was a log-in as ${username}${from(fact('ip_address'))}, a place without an earlier log-in of yours.`,
      `Client: ${fact('user_agent') || 'unknown'}`,
      unasked,
    ],
  }),
  role_given: ({ fact }) => ({
    subject: `${fact('who')} is ${fact('role')} of ${fact('what')}`,
    lines: [
      `${fact('who')} was made ${fact('role')} of ${fact('what')} by ${fact('by') || 'the platform'}.`,
      'If you did not expect this, look at its members and at its audit log.',
    ],
  }),
  release_held: ({ publicUrl, fact }) => ({
    subject: `${fact('name')} ${fact('version')} is held`,
    lines: [
      `${fact('name')} ${fact('version')} (${fact('ecosystem')}) is not visible. Reason: ${fact('reason') || 'not given'}.`,
      'It waits for a person who may approve or reject it:',
      `${publicUrl}/v1/packages/${fact('ecosystem')}/${encodeURIComponent(fact('name'))}/releases/${encodeURIComponent(fact('version'))}`,
    ],
  }),
};

/** The mail as plain text. A text of another user stays within its own line, and no header contains it. */
export function renderMail(kind: MailKind, { username, facts, publicUrl, link = '' }: MailContext): MailText {
  const fact = (name: string) => oneLine(String(facts[name] ?? ''));
  const { subject, lines } = templates[kind]({ username, link, publicUrl, fact });
  const text = [`Hello ${username},`, ...lines, `-- \n${publicUrl}`].join('\n\n');
  return { subject: oneLine(`[Rookery] ${subject}`), text: `${text}\n` };
}

function from(address: string): string {
  return address === '' ? '' : ` from ${address}`;
}

const longest = answerLimits['line of a mail'].characters;

function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
