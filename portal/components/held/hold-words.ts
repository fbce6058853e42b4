import type { PageContext } from '../../page.ts';

const holdReasons = [
  'blocked_by_findings',
  'scan_failed',
  'render_failed',
  'awaiting_approval',
  'policy_hold',
  'cooling_down',
  'credential_revoked',
] as const;

/** Why a version or a file waits. */
export function holdWords({ t }: Pick<PageContext, 't'>, reason: string | null): string | null {
  const known = holdReasons.find((each) => each === reason);
  return known === undefined ? reason : t(`packages.hold_${known}`);
}
