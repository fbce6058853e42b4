import { type AccessFacts, canReadDocuments } from '../../../domain/access.ts';
import { anonymous } from '../../../domain/actor.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Named } from '../../../services/packages/find.ts';
import { packageHref } from '../../components/package-link.ts';
import type { PageContext, Raw } from '../../page.ts';
import { atomFeed } from './atom.ts';

const ending = '.atom';

/** The address of the feed of a package; undefined where anonymous readers can read no release. */
export function feedHref(pkg: AccessFacts & { ecosystem: string; name: string }): string | undefined {
  const isPublished = pkg.readableReleases > 0 && canReadDocuments(pkg, anonymous);
  return isPublished ? packageHref(pkg.ecosystem, pkg.name) + ending : undefined;
}

/**
 * The feed for an address with the feed's ending that is not a package: the public releases of the package before the
 * ending. Undefined where that package is missing.
 */
export async function packageFeed(
  context: PageContext,
  { ecosystem, name }: Named,
): Promise<Raw | undefined> {
  if (!name.endsWith(ending)) return undefined;
  const { services, caller } = context;
  try {
    const named = { ecosystem, name: name.slice(0, -ending.length) };
    const found = await services.releases.listNewestOfPackage(caller, named);
    const about = packageHref(found.ecosystem, found.name);
    return atomFeed(context, {
      title: found.name,
      path: `${about}${ending}`,
      about,
      releases: found.releases,
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}
