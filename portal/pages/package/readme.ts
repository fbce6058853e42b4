import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { PackageRow } from '../../../services/packages/front.ts';
import { empty } from '../../components/show.ts';
import { html, type Html, trusted } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { filesAddress } from '../files/address.ts';

/** The README of a version, or the sentence that it has none. */
export async function readmeOf(
  { t, services, caller }: PageContext,
  pkg: PackageRow,
  version: string | null,
): Promise<Html> {
  if (version === null) return empty(t('packages.no_readme'));
  const ecosystem = services.ecosystems.get(pkg.ecosystem as EcosystemId);
  const at = { ecosystem: pkg.ecosystem, name: pkg.name, version };
  const readme = await services.releases.readme(caller, { ...at, ecosystem }, filesAddress(at));
  if (readme === null) return empty(t('packages.no_readme'));
  if (readme.html !== null) return trusted(readme.html, 'prose');
  return html`<pre class="plain-text" tabindex="0" role="region" aria-label=${t('packages.tab_readme')}>
${readme.text}</pre>`;
}
