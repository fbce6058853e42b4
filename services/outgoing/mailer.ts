import { createTransport } from 'nodemailer';
import type { MailText } from '../../domain/mail.ts';
import { refuseInTransaction } from '../../store/postgres/transactions.ts';

export interface OutgoingMail extends MailText {
  /** The same id for every attempt, so that duplicates of a mail are recognised. */
  id: string;
  to: string;
}

export interface Mailer {
  /** @throws MailRefused for a permanent failure, any other error when a retry may help */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The server refused this mail or its receiver: another attempt would fail in the same way. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password where needed. */
  url: string;
  from: string;
  /** The domain in the ids of mails. */
  publicUrl: string;
}

const timeoutMs = 15_000;
const atOnce = 4;

/** Sends mails through an SMTP server, over a few pooled connections. */
export function createMailer({ url, from, publicUrl }: MailerOptions): Mailer {
  const { hostname } = new URL(publicUrl);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text }) {
      refuseInTransaction('the mail server');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${hostname}>`,
          // prevents automatic replies
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isForGood(error)
          ? new MailRefused('the mail server refuses this mail', { cause: error })
          : error;
      }
    },
    close: () => transport.close(),
  };
}

/** Whether the failure is about this mail alone: operators have to fix a failed log-in or a fault of all mails. */
function isForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && typeof responseCode === 'number' && responseCode >= 500;
}
