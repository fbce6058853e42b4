import { bodyLimits } from '../../domain/limits.ts';

export interface SocketLimits {
  pingEveryMs: number;
  /** A client counts as gone after this time without a message or pong. */
  silenceMs: number;
  maxFrameBytes: number;
  maxSubscriptions: number;
  /** Per connection; null: no limit. */
  messagesPerSecond: number | null;
  /** Refused messages per second; long ones count several times. A client above this limit is cut off. */
  refusalsPerSecond: number | null;
  /**
   * Unread bytes that a client may have for at most `takeWithinMs`; above `maxBurstBytes` the connection ends at
   * once.
   */
  maxUnsentBytes: number;
  maxBurstBytes: number;
  takeWithinMs: number;
  /** Messages that wait for the running one; at this number the server stops reading from the client. */
  maxWaiting: number;
  maxConnections: number;
  /** Null: no limit per address. */
  maxPerAddress: number | null;
  /** The time limit of closing, after which the connection is cut. */
  closeWithinMs: number;
}

export function usualLimits(hasRates: boolean): SocketLimits {
  return {
    pingEveryMs: 10_000,
    silenceMs: 30_000,
    maxFrameBytes: bodyLimits['chess.frame'].bytes,
    maxSubscriptions: 100,
    messagesPerSecond: hasRates ? 30 : null,
    refusalsPerSecond: hasRates ? 300 : null,
    maxUnsentBytes: 1024 * 1024,
    // the missed events of a long game are sent all at once
    maxBurstBytes: 8 * 1024 * 1024,
    takeWithinMs: 5_000,
    maxWaiting: 16,
    maxConnections: 5_000,
    maxPerAddress: hasRates ? 200 : null,
    closeWithinMs: 2_000,
  };
}

/** Why a connection ends (RFC 6455, section 7.4.1; 1013 is registered with IANA). */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013 } as const;
