import { answerLimits } from '../../domain/limits/answers.ts';
import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { type ListedFinding, listReleaseFindings } from '../../store/postgres/findings/finding-list.ts';
import { shownTo } from '../findings/shown.ts';
import type { NamedVersion } from '../packages/find.ts';
import { type FoundRelease, getRelease } from './get.ts';
import type { Platform } from '../platform.ts';

/** The state of a release, for its followers. */
export interface Standing extends FoundRelease {
  /** Open findings, worst first, each limited to what the caller may see. */
  findings: readonly ListedFinding[];
  /** Whether the caller may resolve, approve and reject. */
  mayDecide: boolean;
}

const mostFindings = answerLimits['findings of a release'].count;

/** @throws DomainError `not_found` */
export async function standingOf(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<Standing> {
  const found = await getRelease(platform, caller, named);
  const { actor } = caller;
  const mayDecide = may(actor, 'triage', found.pkg);
  const isInsider = may(actor, 'oversee', found.pkg);
  const findings = await listReleaseFindings(platform.pool, found.release.id, mostFindings);
  return {
    ...found,
    findings: findings.map((finding) => shownTo(finding, actor, isInsider)),
    mayDecide,
  };
}
