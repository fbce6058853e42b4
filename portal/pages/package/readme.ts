import type { PackageRow } from '../../../services/packages/front.ts';
import { empty } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** The README of a version, or the sentence that it has none. */
export async function readmeOf({ t }: PageContext, pkg: PackageRow, version: string | null): Promise<Html> {
  const text = version === null || version === pkg.latestVersion ? pkg.readme : null;
  return text === null || text.trim() === ''
    ? empty(t('packages.no_readme'))
    : html`<pre class="plain-text" tabindex="0" role="region" aria-label=${t('packages.tab_readme')}>
${text}</pre>`;
}
