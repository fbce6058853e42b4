import type { PackageFront } from '../../../services/packages/front.ts';
import { empty } from '../../components/show.ts';
import { html, type Html, trusted } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { filesAddress } from '../../components/files-address.ts';

/** The README of the shown version, or a sentence that it has none. */
export async function readmeSection(
  { t, services }: PageContext,
  { ecosystem, pkg, shown }: PackageFront,
): Promise<Html> {
  if (shown === null) return empty(t('packages.no_readme'));
  const files = filesAddress({ ecosystem: pkg.ecosystem, name: pkg.name, version: shown.version });
  const readme = await services.releases.readmeOf({ ecosystem, release: shown }, files);
  if (readme === null) return empty(t('packages.no_readme'));
  if (readme.html !== null) return trusted(readme.html, 'prose');
  return html`<pre class="plain-text" tabindex="0" role="region" aria-label=${t('packages.tab_readme')}>
${readme.text}</pre>`;
}
