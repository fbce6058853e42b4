import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { newest } from '../format/latest.ts';
import { GemMetadata, secondFactorKey } from '../format/metadata.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

/**
 * Authors can require a second factor for changes of their gem, in the newest or in the uploaded version. Builds are
 * exempt: they have no second factor. @throws DomainError `mfa_enrolment_required`
 */
export async function requireSecondFactor(
  context: RouteContext,
  caller: KnownCaller,
  gem: { name: string; isAsked?: boolean },
): Promise<void> {
  const { hasSecondFactor, exchangedIn } = caller.actor;
  if (hasSecondFactor === true || exchangedIn !== undefined) return;
  if (gem.isAsked !== true && !(await asks(context, caller, gem.name))) return;
  throw new DomainError(
    'mfa_enrolment_required',
    `${gem.name} requires a second factor for changes: set one up first`,
  );
}

async function asks(context: RouteContext, caller: KnownCaller, name: string): Promise<boolean> {
  const found = await undefinedIfMissing(context.packages.get(caller, name, { metadata: ['links'] }));
  const release = newest(found?.releases ?? []);
  if (!release) return false;
  return GemMetadata.pick({ links: true }).parse(release.metadata).links[secondFactorKey] === 'true';
}
