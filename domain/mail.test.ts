import { describe, expect, it } from 'vitest';
import { type MailKind, renderMail } from './mail.ts';

const publicUrl = 'https://registry.example.org';
const kinds: readonly MailKind[] = [
  'email_verification',
  'password_reset',
  'address_taken',
  'email_changed',
  'password_changed',
  'second_factor_off',
  'token_created',
  'login_elsewhere',
  'role_given',
  'release_held',
];

describe('a mail', () => {
  it.each(kinds)('about %s is plain text with a subject of one line', (kind) => {
    const facts = {
      name: 'a\r\nBcc: victims@example.org\r\n\r\nHello',
      who: 'eve\u2028',
      role: 'owner',
      what: 'acme',
      version: '1.0.0',
      user_agent: 'x'.repeat(1_000),
    };

    const { subject, text } = renderMail(kind, { username: 'alice', facts, publicUrl, link: 'https://link' });

    expect(subject).toMatch(/^\[Rookery\] [^\r\n]{5,}$/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(text).not.toContain('\u2028');
    expect(text.split('\n').every((line) => line.length < 400)).toBe(true);
    expect(text).toContain(publicUrl);
  });

  it('carries its link on a line of its own', () => {
    const link = `${publicUrl}/login/new-password/0011`;

    const { text } = renderMail('password_reset', { username: 'alice', facts: {}, publicUrl, link });

    expect(text.split('\n')).toContain(link);
  });
});
