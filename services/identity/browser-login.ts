import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Origin } from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import type { KeyValue } from '../../store/kv/kv.ts';

const State = z.object({
  /** Of the half that only the client knows. */
  secretHash: z.string(),
  /** What the client calls its machine, and where it asked from. */
  hostname: z.string(),
  address: z.string(),
  /** The person who has to say yes to a change that their token asked for; null: a log-in, of anybody. */
  confirms: z.string().nullable().default(null),
  expiresAt: z.number(),
  approved: z
    .object({
      userId: z.string(),
      origin: z.object({ ipAddress: z.string().nullable(), userAgent: z.string().nullable() }),
    })
    .nullable(),
});
type State = z.infer<typeof State>;

/** What the page shows about a client that waits. */
export interface WaitingClient {
  hostname: string;
  address: string;
  /** The end of the page's address, which the client has printed. */
  code: string;
  isConfirmation: boolean;
}

/** Who said yes, and where from. */
export interface Approval {
  userId: string;
  hostname: string;
  origin: Origin;
  isConfirmation: boolean;
}

export interface BrowserLogins {
  /** `id` is for the client alone, `pageId` for the browser: the one does not tell the other's half. */
  start(client: {
    hostname: string;
    address: string;
    confirms: string | null;
  }): Promise<{ id: string; pageId: string }>;
  /** Null when it is unknown, too old or decided. */
  find(pageId: string): Promise<WaitingClient | null>;
  /** @throws DomainError `not_found` as {@link find}, also for the second of two who say yes; `forbidden` for somebody else than asked for */
  approve(pageId: string, approval: { userId: string; origin: Origin }): Promise<void>;
  /** Null while nobody has said yes; afterwards once. @throws DomainError `not_found` */
  take(id: string): Promise<Approval | null>;
  /** What a client shows afterwards for a person who has said yes to it: good for a few minutes, for them alone. */
  issueCode(userId: string, seconds: number): Promise<string>;
  isConfirmed(userId: string, code: string): Promise<boolean>;
}

const lifetimeSeconds = 600;
const halfBytes = 20;
const halfLength = halfBytes * 2;
const wellFormed = new RegExp(`^[0-9a-f]{${halfLength * 2}}$`);
const wellFormedPage = new RegExp(`^[0-9a-f]{${halfLength}}$`);
const codeLength = 8;
/** Clients take 64 hexadecimal digits, or a few decimal ones, for a one-time password. */
const codeBytes = 32;
const wellFormedCode = /^[0-9a-f]{64}$/;
const maxCodeSeconds = 300;
const maxHostname = 100;

const missing = () => notFound('log-in');
const codeKey = (code: string) => `browser-login:confirmed:${sha256Hex(code)}`;
const stateKey = (pageId: string) => `browser-login:${pageId}`;

/** Log-ins of command-line clients that a person confirms in a browser. Nothing that is stored is a credential. */
export function createBrowserLogins(kv: KeyValue): BrowserLogins {
  async function findState(pageId: string): Promise<State | null> {
    // what is kept beside a state has its key and a little more
    if (!wellFormedPage.test(pageId)) return null;
    const text = await kv.get(stateKey(pageId));
    return text === undefined ? null : State.parse(JSON.parse(text));
  }

  const keep = (pageId: string, state: State) =>
    kv.set(stateKey(pageId), JSON.stringify(state), secondsLeft(state));

  return {
    async start({ hostname, address, confirms }) {
      const [pageId, secret] = [randomHalf(), randomHalf()];
      await keep(pageId, {
        secretHash: sha256Hex(secret),
        hostname: hostname.slice(0, maxHostname),
        address,
        confirms,
        expiresAt: Date.now() + lifetimeSeconds * 1_000,
        approved: null,
      });
      return { id: pageId + secret, pageId };
    },

    async find(pageId) {
      const state = await findState(pageId);
      if (!state || state.approved !== null) return null;
      const { hostname, address, confirms } = state;
      return { hostname, address, code: pageId.slice(-codeLength), isConfirmation: confirms !== null };
    },

    async approve(pageId, approved) {
      const state = await findState(pageId);
      if (state && state.confirms !== null && state.confirms !== approved.userId) {
        throw forbidden('this is a change of somebody else: only they can confirm it');
      }
      if (!state || !(await kv.setIfAbsent(`${stateKey(pageId)}:approved`, '', lifetimeSeconds))) {
        throw missing();
      }
      await keep(pageId, { ...state, approved });
    },

    async take(id) {
      if (!wellFormed.test(id)) throw missing();
      const pageId = id.slice(0, halfLength);
      const state = await findState(pageId);
      if (!state || !isSameHash(state.secretHash, sha256Hex(id.slice(halfLength)))) throw missing();
      const { approved, hostname, confirms } = state;
      if (approved === null) return null;
      if (!(await kv.setIfAbsent(`${stateKey(pageId)}:taken`, '', lifetimeSeconds))) throw missing();
      await kv.delete(stateKey(pageId));
      return { ...approved, hostname, isConfirmation: confirms !== null };
    },

    async issueCode(userId, seconds) {
      const code = randomBytes(codeBytes).toString('hex');
      await kv.set(codeKey(code), userId, Math.min(seconds, maxCodeSeconds));
      return code;
    },

    async isConfirmed(userId, code) {
      return wellFormedCode.test(code) && (await kv.get(codeKey(code))) === userId;
    },
  };
}

const randomHalf = () => randomBytes(halfBytes).toString('hex');

function secondsLeft({ expiresAt }: State): number {
  return Math.max(1, Math.ceil((expiresAt - Date.now()) / 1_000));
}

function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
