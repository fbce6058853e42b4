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

/**
 * A package or release in quarantine by the platform stays as it is until the platform ends that: its owner neither deletes nor
 * transfers it. An uploader of malware does not remove its traces.
 * @throws DomainError `forbidden`
 */
export function assertNotWithheld(
  actor: Actor,
  { name, visibility, repositoryVisibility }: Placed,
  refusal = `${name} is in quarantine: administrators of the platform delete it`,
): void {
  const isWithheld = visibility === 'quarantined' || repositoryVisibility === 'quarantined';
  if (isWithheld && !isPlatformAdmin(actor)) throw forbidden(refusal);
}
