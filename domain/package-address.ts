import type { EcosystemId } from './ecosystem-id.ts';

/** The unique address of a package on the platform. */
export interface PackageAddress {
  ecosystem: EcosystemId;
  /** The registry that the package is a copy from; null for a package that is hosted here. */
  origin: string | null;
  /** Lookup key of the name. */
  nameKey: string;
}

/** The address of a package that is hosted here. */
export function hostedPackage(ecosystem: EcosystemId, nameKey: string): PackageAddress {
  return { ecosystem, origin: null, nameKey };
}

/** One text for each address, as a key of caches. No name key has a line break. */
export function textOfAddress({ ecosystem, origin, nameKey }: PackageAddress): string {
  return `${ecosystem}\n${origin ?? ''}\n${nameKey}`;
}
