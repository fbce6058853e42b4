import { inputLimits } from '../../domain/limits/inputs.ts';
import { createHmac, randomBytes } from 'node:crypto';
import type { RotatingSecrets } from '../../config/secrets.ts';
import type { Origin } from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError, forbidden, notFound } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scopes.ts';
import { loginToken } from '../../domain/token.ts';
import { createUserCode, readUserCode } from '../../domain/user-code.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  askLogin,
  decideLogin,
  findConfirmation,
  findWaitingLogin,
  insertConfirmation,
  insertLoginRequest,
  type NewLoginRequest,
  takeLogin,
} from '../../store/postgres/identity/login-requests.ts';

/** The facts about a waiting client on its approval page. */
export interface WaitingClient {
  hostname: string;
  address: string;
  isConfirmation: boolean;
  /** The scopes of the client's token. */
  scopes: readonly Scope[];
}

/** The approving user, and their address. */
export interface Approval {
  userId: string;
  hostname: string;
  origin: Origin;
  isConfirmation: boolean;
  scopes: readonly Scope[];
}

export interface BrowserLogins {
  /** `id` is only for the client, `pageId` only for the browser: neither reveals the other. */
  start(client: {
    hostname: string;
    address: string;
    confirms: string | null;
  }): Promise<{ id: string; pageId: string }>;
  /** Like `start`, for a client whose page a user finds with a code of eight letters (RFC 8628). */
  startWithCode(client: {
    hostname: string;
    address: string;
    scopes: readonly Scope[];
  }): Promise<{ id: string; pageId: string }>;
  /** Null when the log-in is unknown, expired or decided. */
  find(pageId: string): Promise<WaitingClient | null>;
  /**
   * @throws DomainError `not_found` as {@link find}, also for the second of two approvals; `forbidden` for another
   * user than requested
   */
  approve(pageId: string, approval: { userId: string; origin: Origin }): Promise<void>;
  /** @throws DomainError `not_found` as {@link find} */
  deny(pageId: string): Promise<void>;
  /** Null until the approval, which is returned once. @throws DomainError `not_found` */
  take(id: string): Promise<Approval | null>;
  /**
   * Like `take`, with the errors of RFC 8628.
   * @throws DomainError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`
   */
  takeWithCode(id: string): Promise<Approval>;
  /** The code that a client shows after an approval; valid for a few minutes and only for this user. */
  issueCode(userId: string, seconds: number): Promise<string>;
  isConfirmed(userId: string, code: string): Promise<boolean>;
}

export const lifetimeSeconds = 600;
/** The polling interval of clients that show a code; the protocol of other clients defines none. */
export const pollSeconds = 5;
const halfBytes = 20;
const halfLength = halfBytes * 2;
const wellFormed = new RegExp(`^[0-9a-f]{${halfLength * 2}}$`);
const wellFormedPage = new RegExp(`^[0-9a-f]{${halfLength}}$`);
/** Clients accept 64 hexadecimal digits, or a few decimal ones, as a one-time password. */
const codeBytes = 32;
const wellFormedCode = /^[0-9a-f]{64}$/;
const maxCodeSeconds = inputLimits['login code'].seconds;
const maxHostname = inputLimits['login host'].characters;

const missing = () => notFound('log-in');
const expired = () => new DomainError('expired_token', 'this log-in is unknown, used up or too old');

/**
 * Log-ins of command-line clients that a user confirms in a browser. No stored value is a credential: all codes are
 * hashes. Codes of eight letters are hashed with `secret`, because all of them could be tried.
 */
export function createBrowserLogins({
  pool,
  secrets,
}: {
  pool: Pool;
  /** The first one creates hashes; all of them verify. */
  secrets: RotatingSecrets;
}): BrowserLogins {
  /** Empty for a text that is not a code. */
  function pageHashesOf(pageId: string): string[] {
    if (wellFormedPage.test(pageId)) return [sha256Hex(pageId)];
    const code = readUserCode(pageId);
    if (code === undefined) return [];
    return secrets.map((secret) => createHmac('sha256', secret).update(`user-code:${code}`).digest('hex'));
  }

  async function findWaiting(pageId: string) {
    for (const pageHash of pageHashesOf(pageId)) {
      const found = await findWaitingLogin(pool, pageHash);
      if (found) return found;
    }
    return null;
  }

  async function insert(
    createPageId: () => string,
    client: Pick<NewLoginRequest, 'address' | 'confirms' | 'scopes' | 'intervalSeconds'>,
    hostname: string,
  ): Promise<{ id: string; pageId: string }> {
    for (;;) {
      const pageId = createPageId();
      const id = randomHalf() + randomHalf();
      const clientName = hostname.slice(0, maxHostname);
      const hashes = { pageHash: pageHashesOf(pageId)[0] ?? '', secretHash: sha256Hex(id) };
      if (await insertLoginRequest(pool, { ...client, ...hashes, clientName, lifetimeSeconds })) {
        return { id, pageId };
      }
    }
  }

  async function take(id: string): Promise<Approval | null> {
    const taken = await takeLogin(pool, sha256Hex(id));
    if (!taken) return null;
    return {
      userId: taken.approvedBy,
      hostname: taken.clientName,
      origin: { ipAddress: taken.approvedIp, userAgent: taken.approvedAgent },
      isConfirmation: taken.confirms !== null,
      scopes: taken.scopes ?? loginToken.scopes,
    };
  }

  async function decide(pageId: string, approval: Parameters<typeof decideLogin>[2]): Promise<void> {
    for (const pageHash of pageHashesOf(pageId)) {
      if (await decideLogin(pool, pageHash, approval)) return;
    }
    throw missing();
  }

  return {
    start: ({ hostname, address, confirms }) =>
      insert(randomHalf, { address, confirms, scopes: null, intervalSeconds: 0 }, hostname),

    startWithCode: ({ hostname, address, scopes }) =>
      insert(createUserCode, { address, confirms: null, scopes, intervalSeconds: pollSeconds }, hostname),

    async find(pageId) {
      const found = await findWaiting(pageId);
      if (!found) return null;
      const { clientName: hostname, address, confirms, scopes } = found;
      return { hostname, address, isConfirmation: confirms !== null, scopes: scopes ?? loginToken.scopes };
    },

    async approve(pageId, { userId, origin }) {
      const found = await findWaiting(pageId);
      if (found && found.confirms !== null && found.confirms !== userId) {
        throw forbidden('this is a change of another account: only its user can confirm it');
      }
      await decide(pageId, { userId, ...origin });
    },

    deny: (pageId) => decide(pageId, null),

    async take(id) {
      const asked = wellFormed.test(id) ? await askLogin(pool, sha256Hex(id)) : null;
      if (!asked || asked.isExpired || asked.decision === 'denied') throw missing();
      if (asked.decision === null) return null;
      const approval = await take(id);
      if (!approval) throw missing();
      return approval;
    },

    async takeWithCode(id) {
      const asked = wellFormed.test(id) ? await askLogin(pool, sha256Hex(id)) : null;
      if (!asked || asked.isExpired) throw expired();
      if (asked.decision === 'denied') throw new DomainError('access_denied', 'the log-in was denied');
      const retryAfterSeconds = asked.intervalSeconds;
      if (asked.isTooEarly) {
        const detail = `ask every ${retryAfterSeconds} seconds from now on`;
        throw new DomainError('slow_down', detail, { retryAfterSeconds });
      }
      if (asked.decision === null) {
        throw new DomainError('authorization_pending', 'the log-in is not decided yet', {
          retryAfterSeconds,
        });
      }
      const approval = await take(id);
      if (!approval) throw expired();
      return approval;
    },

    async issueCode(userId, seconds) {
      const code = randomBytes(codeBytes).toString('hex');
      const codeHash = sha256Hex(code);
      await insertConfirmation(pool, { codeHash, userId, seconds: Math.min(seconds, maxCodeSeconds) });
      return code;
    },

    async isConfirmed(userId, code) {
      if (!wellFormedCode.test(code)) return false;
      return (await findConfirmation(pool, sha256Hex(code)))?.userId === userId;
    },
  };
}

const randomHalf = () => randomBytes(halfBytes).toString('hex');
