import { DomainError } from '../../../domain/errors.ts';
import type { PackageFront } from '../../../services/packages/front.ts';
import { actionHref, packageHref, versionHref } from '../../components/package-link.ts';
import { type PageContext, type Redirect, redirect } from '../../page.ts';
import { namedPackage, typedName } from '../named.ts';

/** The head of a page about one version. */
export type VersionFront = PackageFront & { shown: NonNullable<PackageFront['shown']> };

/** The version in the address; for a tag a redirect to its version. @throws DomainError `not_found` */
export async function findFront(context: PageContext): Promise<VersionFront | Redirect> {
  const { services, caller, params } = context;
  const named = namedPackage(context);
  const version = params['version'] ?? '';
  try {
    const front = await services.packages.getFront(caller, { ...named, version });
    return { ...front, shown: front.shown as VersionFront['shown'] };
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    if (!isMissing) throw error;
    const typed = typedName(named, version);
    if (typed !== undefined) return redirect(packageHref(named.ecosystem.id, typed), { status: 301 });
    const tagged = await services.packages.findTag(caller, named, version);
    if (tagged !== undefined) return redirect(versionHref(named.ecosystem.id, named.name, tagged));
    // an old address, as no version has that name
    if (version !== 'settings') throw error;
    return redirect(actionHref(named.ecosystem.id, named.name, 'settings'), { status: 301 });
  }
}
