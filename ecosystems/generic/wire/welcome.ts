import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { narrower } from '../../../domain/visibility.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Declared } from '../../format.ts';

interface Offered {
  caller: KnownCaller;
  declared: Declared;
}

/**
 * Checks before the upload: the sender may publish under the name and requests no other visibility than the package
 * has. @throws DomainError `forbidden`, `invalid_state`
 */
export async function assertWelcome(
  context: RouteContext,
  { caller, declared: { name, visibility } }: Offered,
): Promise<void> {
  const there = await context.publishing.findTarget(caller, name);
  if (there === null || visibility === undefined) return;
  if (narrower(visibility, there.repositoryVisibility) === there.visibility) return;
  throw new DomainError(
    'invalid_state',
    `${there.name} is ${there.visibility} already: change that with PATCH /v1/packages/generic/${there.name}, or leave X-Visibility out`,
  );
}
