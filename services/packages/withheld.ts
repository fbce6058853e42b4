import type { Actor } from '../../domain/actor.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Visibility } from '../../domain/visibility.ts';

/** The visibilities of the package and of its repository. */
interface Placed {
  name: string;
  visibility: Visibility;
  repositoryVisibility: Visibility;
}

/** Whether the platform has quarantined the package or its repository. */
export function isWithheld({ visibility, repositoryVisibility }: Omit<Placed, 'name'>): boolean {
  return visibility === 'quarantined' || repositoryVisibility === 'quarantined';
}

/**
 * A package or repository in quarantine can't be deleted or transferred by its owner until the platform ends the
 * quarantine: an uploader of malware must not remove its traces. `assertRemovable` checks the removal of releases and
 * files.
 * @throws DomainError `forbidden`
 */
export function assertNotWithheld(
  actor: Actor,
  place: Placed,
  refusal = `${place.name} is in quarantine: administrators of the platform delete it`,
): void {
  if (isWithheld(place) && !isPlatformAdmin(actor)) throw forbidden(refusal);
}
