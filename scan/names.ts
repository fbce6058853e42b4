import type { ScanFinding } from '../domain/findings.ts';
import { type KnownName, similarNames } from '../domain/similar-names.ts';

/**
 * Findings for similar names. The similar name is stored separately from the texts, because later readers may not be
 * allowed to see it.
 */
export function nameFindings(name: string, existing: readonly KnownName[]): ScanFinding[] {
  const [closest] = similarNames(name, existing);
  if (closest === undefined) return [];
  return [
    {
      kind: 'dependency_confusion',
      severity: 'medium',
      title: 'Name close to another',
      description: `${name} can be mistaken for an existing package.`,
      file: null,
      line: null,
      scanner: 'names/2',
      similarTo: closest.name,
    },
  ];
}
