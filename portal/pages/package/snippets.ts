import type { PackageFront } from '../../../services/packages/front.ts';
import { codeBlock } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** How the version gets into somebody's project, for every client of its ecosystem. */
export function installBox(context: PageContext, { ecosystem, pkg, shown }: PackageFront): Html | undefined {
  if (!shown) return undefined;
  const { t, services } = context;
  const snippets = ecosystem.snippets(pkg.name, shown.version, services.config.http.publicUrl);
  return html`<section>
    <h2 id="install">${t('packages.install')}</h2>
    ${codeBlock(context, snippets.install, t('packages.install'))}
    <details>
      <summary>${t('packages.configure')}</summary>
      ${codeBlock(context, snippets.configure, t('packages.configure'))}
    </details>
  </section>`;
}
