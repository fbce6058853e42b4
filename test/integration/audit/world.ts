import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../../support/platform.ts';

export const agent = 'audit-test/1.0';
export const password = 'correct horse battery';

export interface Person {
  id: string;
  username: string;
  email: string;
  session: string;
}

export interface Row {
  id: string;
  action: string;
  actor: string | null;
  token: string | null;
  organization: string | null;
  package: string | null;
  release: string | null;
  address: string | null;
  agent: string | null;
}

/** A platform with every external service that an action of the audit log can need. */
export interface World {
  platform: CombinedPlatform;
  issuer: Issuer;
  mails: MailServer;
  dns: NameServer;
  /** Rows of an action, oldest first. */
  rowsOf(action: string): Promise<Row[]>;
  /** Sends a request. @throws Error unless the answer is 2xx */
  ask(method: string, path: string, options?: Asked): Promise<Record<string, unknown>>;
  register(): Promise<Person>;
  logIn(person: Pick<Person, 'username'>, secret?: string): Promise<Record<string, unknown>>;
  /** The token in the link of the newest mail with that subject. */
  mailedToken(address: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

export interface Asked {
  as?: string;
  body?: object | Buffer;
  /** The expected status instead of 2xx. */
  status?: number;
  headers?: Record<string, string>;
}

/** A code of the second factor, `periods` from now: each code works once. */
export const codeOf = (secret: unknown, periods = 0): string =>
  generateSync({ secret: String(secret), epoch: Math.floor(Date.now() / 1_000) + periods * 30 });

export async function startWorld(): Promise<World> {
  const [issuer, mails, dns] = await Promise.all([startIssuer(), startMailServer(), startNameServer()]);
  const platform = await startCombinedPlatform({
    RATE_LIMITS: 'off',
    OIDC_ISSUERS: issuer.url,
    DNS_SERVERS: dns.address,
    SMTP_URL: `smtp://rookery:p%40ss@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Rookery <registry@example.org>',
  });

  async function ask(method: string, path: string, { as, body, status, headers }: Asked = {}) {
    const isRaw = Buffer.isBuffer(body);
    const response = await fetch(`${platform.url}${path}`, {
      method,
      headers: {
        'user-agent': agent,
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(body && { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isAsWanted = status === undefined ? response.ok : response.status === status;
    if (!isAsWanted) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  }

  const logIn: World['logIn'] = ({ username }, secret = password) =>
    ask('POST', '/v1/auth/login', { body: { username_or_email: username, password: secret } });

  return {
    platform,
    issuer,
    mails,
    dns,
    ask,
    logIn,
    rowsOf: (action) =>
      query<Row>(
        platform.databaseUrl,
        `select id, action, actor_user_id as actor, actor_token_id as token, target_org_id as organization,
           target_package_id as package, target_release_id as release, ip_address as address, user_agent as agent
         from audit_log where action = $1 order by occurred_at, id`,
        [action],
      ),
    async register() {
      const username = uniqueName('p').slice(0, 30);
      const email = `${username}@example.com`;
      const { id } = await ask('POST', '/v1/auth/register', { body: { username, email, password } });
      const { token } = await logIn({ username });
      return { id: String(id), username, email, session: String(token) };
    },
    mailedToken: (address, subject) =>
      eventually(async () => {
        const mail = mails.mails.findLast((each) => each.to === address && each.subject.includes(subject));
        expect(mail, subject).toBeDefined();
        return (
          /\/login\/\S+/
            .exec(mail?.text ?? '')?.[0]
            .split('/')
            .at(-1) ?? ''
        );
      }),
    stop: async () => {
      await platform.stop();
      await Promise.all([issuer.stop(), mails.stop(), dns.stop()]);
    },
  };
}
