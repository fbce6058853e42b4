import type { Caller } from '../../domain/caller.ts';
import { may } from '../../domain/authorize.ts';
import type { Window } from '../../domain/paging.ts';
import { type ListedFinding, listFindings } from '../../store/postgres/findings/finding-list.ts';
import { getPackage, type Named } from '../packages/find.ts';
import { shownTo } from './shown.ts';
import type { Platform } from '../platform.ts';

export type { ListedFinding };

/**
 * The findings of scanners, worst first; findings of held releases only for managers of the package.
 * @throws DomainError `not_found`
 */
export async function listPackageFindings(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  { includeResolved, ...window }: { includeResolved: boolean } & Window,
): Promise<readonly ListedFinding[]> {
  const { pkg } = await getPackage(platform, caller, named);
  const { actor } = caller;
  const includeUnreleased = may(actor, 'oversee', pkg);
  const isInsider = includeUnreleased || may(actor, 'triage', pkg);
  const found = await listFindings(platform.pool, pkg.id, { includeResolved, includeUnreleased }, window);
  return found.map((finding) => shownTo(finding, actor, isInsider));
}
