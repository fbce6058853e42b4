import type { Actor } from '../../domain/actor.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Visibility } from '../../domain/visibility.ts';

/** Its own visibility, and that of its repository. */
interface Placed {
  name: string;
  visibility: Visibility;
  repositoryVisibility: Visibility;
}

/** Whether the platform has put it, or its repository, into quarantine. */
export function isWithheld({ visibility, repositoryVisibility }: Omit<Placed, 'name'>): boolean {
  return visibility === 'quarantined' || repositoryVisibility === 'quarantined';
}

/**
 * A package or repository in quarantine by the platform stays as it is until the platform ends that: its owner neither deletes nor
 * transfers it. An uploader of malware does not remove its traces. Before releases and their files are removed, `assertRemovable` asks.
 * @throws DomainError `forbidden`
 */
export function assertNotWithheld(
  actor: Actor,
  place: Placed,
  refusal = `${place.name} is in quarantine: administrators of the platform delete it`,
): void {
  if (isWithheld(place) && !isPlatformAdmin(actor)) throw forbidden(refusal);
}
