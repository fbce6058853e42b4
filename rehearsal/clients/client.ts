import { sha256Hex } from '../../domain/digest.ts';
import type { Entry } from '../ledger.ts';

/** The answer to a request. `status` 0: the connection broke or the client gave up. */
export interface Answer {
  status: number;
  text: string;
  /** The address of the publish's next request. */
  location?: string | null;
}

/** The requests of a package manager for a publish and an installation. */
export interface Client {
  ecosystem: string;
  /** Creates a package with different bytes at each call. */
  make(): Promise<Draft>;
  /**
   * Sends every request of an installation and compares digests. @throws Error where an answer differs from the
   * acknowledged package
   */
  install(entry: Entry): Promise<void>;
}

export interface Draft {
  entry: Omit<Entry, 'acknowledgedAt'>;
  publish(): Promise<Answer>;
}

export interface Registry {
  url: string;
  username: string;
  token: string;
}

const giveUpMs = 60_000;

/** Sends one request of a publish. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(giveUpMs) });
    const location = response.headers.get('location');
    return { status: response.status, text: await response.text(), location };
  } catch (error) {
    return { status: 0, text: describe(error) };
  }
}

/** @throws Error with the status when it is not 200 */
export async function read(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  let response: Response;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.timeout(giveUpMs) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return bytes;
  } catch (error) {
    throw new Error(`0 ${describe(error)} ${new URL(url).pathname}`, { cause: error });
  }
  throw new Error(`${response.status} ${new URL(url).pathname}`);
}

/** @throws Error when the bytes are not the acknowledged ones */
export function expectDigest(bytes: Uint8Array, expected: string | undefined, what: string): void {
  if (sha256Hex(bytes) !== expected) throw new Error(`${what} has other bytes`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
