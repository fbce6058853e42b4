import { z } from 'zod';

/**
 * One bundled package in the list of a package manager. `rpm` lists are binary
 * databases: only their existence is known, under the name `*`.
 */
export const InstalledPackage = z.object({
  type: z.enum(['deb', 'apk', 'rpm', 'npm', 'pypi']),
  name: z.string(),
  version: z.string().nullable(),
});
export type InstalledPackage = z.infer<typeof InstalledPackage>;

/** Lists that are replaced as a whole: the list of a later part replaces that of an earlier one. */
const wholeLists: ReadonlySet<string> = new Set<InstalledPackage['type']>(['deb', 'apk', 'rpm']);

/** The installed packages when the parts lie on top of each other in this order. */
export function mergeInventories(
  parts: readonly (readonly InstalledPackage[])[],
  limit: number,
): InstalledPackage[] {
  let merged: InstalledPackage[] = [];
  for (const part of parts) {
    const replaced = new Set(part.map(({ type }) => type).filter((type) => wholeLists.has(type)));
    merged = [...merged.filter(({ type }) => !replaced.has(type)), ...part];
  }
  const unique = new Map(merged.map((each) => [`${each.type}\n${each.name}\n${each.version ?? ''}`, each]));
  return [...unique.values()].slice(0, limit);
}
