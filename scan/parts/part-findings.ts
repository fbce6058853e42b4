import type { FindingKind, ScanFinding, Severity } from '../../domain/findings.ts';
import type { Uninspected, UninspectedPolicy } from '../../domain/publication.ts';
import type { PartEntry } from './lenient-tar.ts';

/** Incremented if the verdict on the same bytes changes: stored results of older versions then no longer count. */
export const partScanner = 'parts/5';

export function privileged({ path, mode }: PartEntry): ScanFinding {
  const bits = (mode & 0o4000) === 0 ? 'its group' : 'its owner';
  return finding(
    path,
    'policy_violation',
    'medium',
    'Program with raised rights',
    `runs with the rights of ${bits}, whatever account starts it.`,
  );
}

export function malware(path: string): ScanFinding {
  return finding(
    path,
    'malware',
    'critical',
    'Known malware (EICAR test file)',
    'is the standard antivirus test file.',
  );
}

/** A blocking finding: its only explanation is the intent to evade scanners. */
export function hiding(why: string): ScanFinding {
  return finding(
    '',
    'archive_bomb',
    'critical',
    'Layer made to hide its contents',
    `was made to keep scanners from its contents: ${why}.`,
  );
}

/** Records an uninspected part, which holds its release if the policy is `hold`. */
export function notInspected({ why, entries, isLimit }: Uninspected, policy: UninspectedPolicy): ScanFinding {
  const severity = policy === 'hold' ? 'critical' : isLimit ? 'low' : 'info';
  const [title, what] =
    entries === 0
      ? ['Part not inspected', 'was not looked through']
      : ['Part not inspected to its end', `was looked through until entry ${entries}`];
  return finding('', 'file_type_anomaly', severity, title, `${what}: ${why}.`);
}

/** `what` continues the sentence after the file's path. */
function finding(
  path: string,
  kind: FindingKind,
  severity: Severity,
  title: string,
  what: string,
): ScanFinding {
  const file = path === '' ? null : path;
  return {
    kind,
    severity,
    title,
    description: `${file ?? 'The part'} ${what}`,
    file,
    line: null,
    scanner: partScanner,
  };
}
