import { bodyLimits } from '../../domain/limits.ts';

export interface SocketLimits {
  pingEveryMs: number;
  /** A client that has been silent for so long, pongs included, is gone. */
  silenceMs: number;
  maxFrameBytes: number;
  maxSubscriptions: number;
  /** Per connection; null: as many as come. */
  messagesPerSecond: number | null;
  /** Of those beyond, long ones counted several times: a client that sends more is cut off without a message. */
  refusalsPerSecond: number | null;
  /** Of unread bytes, for longer than the client may take; `maxBurstBytes` for no time at all. */
  maxUnsentBytes: number;
  maxBurstBytes: number;
  takeWithinMs: number;
  /** Messages that wait for the running one; beyond that nothing more is read from the client. */
  maxWaiting: number;
  maxConnections: number;
  /** Null: one address may have all of them. */
  maxPerAddress: number | null;
  /** How long closing may take before the connection is cut. */
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
    // the missed events of a long game arrive all at once
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
