import type { EcosystemId } from './ecosystem-id.ts';

/** The unique address of a package on the platform. */
export interface PackageAddress {
  ecosystem: EcosystemId;
  /** The source registry of a mirrored package; null for a package that is hosted here. */
  origin: string | null;
  /** Lookup key of the name. */
  nameKey: string;
}

/** The address of a hosted package. */
export function hostedPackage(ecosystem: EcosystemId, nameKey: string): PackageAddress {
  return { ecosystem, origin: null, nameKey };
}

/** The address as a unique text, for cache keys. Name keys contain no line breaks. */
export function textOfAddress({ ecosystem, origin, nameKey }: PackageAddress): string {
  return `${ecosystem}\n${origin ?? ''}\n${nameKey}`;
}
