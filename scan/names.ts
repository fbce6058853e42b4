import type { ScanFinding } from '../domain/findings.ts';
import { type KnownName, similarNames } from '../domain/similar-names.ts';

/** The similar name is stored beside the texts: later readers may not know of it, or no longer. */
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
