import type { ScanFinding } from '../domain/findings.ts';

/** Texts of one archive that were not searched for credentials because of its bounds. */
export interface Unsearched {
  add(path: string): void;
  /** One finding for all texts. */
  findings(): ScanFinding[];
}

/**
 * These texts do not hold a release under any policy for uninspected content: they were scanned for malware, and
 * packages with many or large texts are common.
 */
export function createUnsearched(scanner: string): Unsearched {
  let first: string | undefined;
  let count = 0;

  return {
    add(path) {
      first ??= path;
      count += 1;
    },
    findings() {
      if (first === undefined) return [];
      const [others, were] = [count - 1, count === 1 ? 'was' : 'were'];
      const which = others === 0 ? first : `${first} and ${others} other text${others === 1 ? '' : 's'}`;
      const finding: ScanFinding = {
        kind: 'file_type_anomaly',
        severity: 'low',
        title: 'Texts not searched for credentials',
        description: `${which} ${were} not searched for credentials: more or larger than what is searched.`,
        file: first,
        line: null,
        scanner,
      };
      return [finding];
    },
  };
}
