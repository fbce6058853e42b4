import type { ScanFinding } from '../domain/findings.ts';

/** Texts of one archive that its bounds kept from the search for credentials. */
export interface Unsearched {
  add(path: string): void;
  /** One for all of them. */
  findings(): ScanFinding[];
}

/**
 * Holds no release, whatever the policy for what is not inspected: malware was looked for, and packages with so many or so
 * large texts are common.
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
