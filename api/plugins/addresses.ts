import type { FastifyInstance } from 'fastify';

export interface Address {
  pattern: string;
  /** Null is a placeholder. */
  segments: readonly (string | null)[];
  method: string;
}

/** Returns a list that grows as routes are registered. */
export function collectAddresses(app: FastifyInstance): readonly Address[] {
  const addresses: Address[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const each of [method].flat())
      addresses.push({ pattern: url, segments: segmentsOf(url), method: each });
  });
  return addresses;
}

/** The methods of a path, by the most exact pattern. Empty for an unknown path. */
export function methodsAt(url: string, addresses: readonly Address[]): string[] {
  const exact = addressesAt(url, addresses);
  const [path = ''] = url.split('?', 1);
  return methodsOf(exact.length > 0 ? exact : addresses.filter(({ segments }) => isLike(path, segments)));
}

/** Addresses that equal the path. */
export function addressesAt(url: string, addresses: readonly Address[]): Address[] {
  const [path = ''] = url.split('?', 1);
  return addresses.filter(({ pattern }) => pattern === path);
}

export function methodsOf(addresses: readonly Address[]): string[] {
  return [...new Set(addresses.map(({ method }) => method))];
}

function segmentsOf(url: string): (string | null)[] {
  return url.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
}

/** A placeholder matches one segment that is not empty. */
function isLike(path: string, segments: readonly (string | null)[]): boolean {
  const given = path.split('/');
  return (
    given.length === segments.length &&
    segments.every((segment, index) => (segment === null ? given[index] !== '' : given[index] === segment))
  );
}
