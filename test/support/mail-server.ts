import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

/** A real SMTP server that keeps its mails. */
export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** The answer to every further receiver; null: the server accepts all. */
  answer: { code: number; text: string } | null;
  /** The number of attempts to deliver a mail. */
  attempts: number;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'rookery' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo(_address, _session, done) {
      server.attempts += 1;
      if (server.answer === null) return done();
      const { code, text } = server.answer;
      done(Object.assign(new Error(text), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ');
        server.mails.push({ to, ...read(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  const server: MailServer = {
    port: 0,
    mails: [],
    answer: null,
    attempts: 0,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  server.port = (smtp.server.address() as AddressInfo).port;
  return server;
}

/** Reads a mail of the platform: plain text with at most wrapped and escaped lines. */
function read(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const body = rest.join('\n\n').replaceAll('\r\n', '\n');
  const isEscaped = header('content-transfer-encoding') === 'quoted-printable';
  const text = isEscaped
    ? body
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return { subject: header('subject'), messageId: header('message-id'), text };
}
