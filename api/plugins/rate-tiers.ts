export type Tier = 'auth' | 'poll' | 'write' | 'publish' | 'read' | 'protocol' | 'suggest' | 'play';

/**
 * Requests per minute of one token, of one person's sessions, or of one address. `publish` lets CI push a monorepo of
 * several hundred packages at once; `poll` is ten clients behind one address that poll every five seconds for an
 * approval; `suggest` is two people that type without a pause; `play` is thirty a second.
 */
export const tierLimits: Record<Tier, number> = {
  auth: 10,
  poll: 120,
  write: 60,
  publish: 600,
  read: 300,
  protocol: 1_000,
  suggest: 600,
  play: 1_800,
};

/**
 * Misses of anonymous reads, per minute and address: enough for clients that probe several repositories for every
 * dependency, too few to go through a list of names or to try credentials.
 */
export const missLimits: Partial<Record<Tier, number>> = { read: 300, protocol: 300 };
export const windowSeconds = 60;

/** The log-in limit, for log-ins through routes of another tier. */
export const loginLimit = { count: tierLimits.auth, seconds: windowSeconds };

/** The limit for all known callers of one address together, as a multiple of the tier's limit. */
export const holdersPerAddress = 10;

const apiPaths = /^\/(?:v1|api)(?:\/|$)/;

/** The tier of routes that don't name one. */
export function defaultTier(method: string, path: string): Tier {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (apiPaths.test(path)) return isRead ? 'read' : 'write';
  return isRead ? 'protocol' : 'publish';
}
