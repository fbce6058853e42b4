import type { UserActor } from '../../domain/actor.ts';
import { asTarget, may } from '../../domain/authorize.ts';
import type { DomainError } from '../../domain/errors.ts';
import { internalOfPerson, type Visibility, visibilityRefused } from '../../domain/visibility.ts';
import type { RepositoryPage } from '../../store/postgres/packages/repository-page.ts';

/**
 * Why a manager of the repository can't give it this visibility: `forbidden`, `visibility_too_broad`,
 * `validation_failed`.
 */
export function refusalToShow(
  repository: RepositoryPage,
  wanted: Visibility,
  actor: UserActor,
): DomainError | undefined {
  const { kind, visibility: current } = repository;
  const isQuarantine = current === 'quarantined' || wanted === 'quarantined';
  if (isQuarantine && !may(actor, 'quarantine_repository', asTarget(repository))) {
    const detail = 'only platform administrators put repositories into quarantine or let them out';
    return visibilityRefused('forbidden', detail);
  }
  if (wanted === 'internal_org' && repository.ownerOrgId === null) {
    return internalOfPerson();
  }
  const isClosed = kind === 'private' || kind === 'staging';
  if (isClosed && (wanted === 'public' || wanted === 'unlisted')) {
    return visibilityRefused('visibility_too_broad', 'a private repository stays private');
  }
  return undefined;
}
