import { isReadable } from '../../../domain/release.ts';
import type { PackageFront } from '../../../services/packages/front.ts';
import { codeBlock } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { type ClientGuide, guidesOf } from './clients.ts';

/** How to add the version to a project, for every client of its ecosystem; undefined where clients do not find it. */
export async function installBox(context: PageContext, front: PackageFront): Promise<Html | undefined> {
  const { ecosystem, pkg, shown } = front;
  // clients do not find a held version or one that is still being checked
  if (!shown || !isReadable(shown)) return undefined;
  const { t, services } = context;
  const { publicUrl } = services.config.http;
  const snippets = ecosystem.snippets(pkg.name, shown.version, publicUrl);
  const guides = await guidesOf(front, publicUrl);
  return html`<section class="install">
    <h2>${t('packages.install')}</h2>
    ${codeBlock(context, snippets.install, t('packages.install'))}
    <details>
      <summary>${t('packages.configure')}</summary>
      ${codeBlock(context, snippets.configure, t('packages.configure'))}
    </details>
    ${guides.map((guide) => clientGuide(context, guide))}
  </section>`;
}

function clientGuide(context: PageContext, { client, add, files }: ClientGuide): Html {
  const { t } = context;
  return html`<details>
    <summary>${t('packages.with_client', { client })}</summary>
    ${codeBlock(context, add, t('packages.with_client', { client }))}
    ${files.map(
      ({ path, text }) =>
        html`<div>
          <p class="small"><code>${path}</code></p>
          ${codeBlock(context, text.trimEnd(), `${client}: ${path}`)}
        </div>`,
    )}
  </details>`;
}
