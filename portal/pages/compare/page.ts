import { facts } from '../../components/show.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { actionHref, packageHref, versionHref } from '../../components/package-link.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { namedPackage } from '../named.ts';
import { errorView } from '../../error-view.ts';
import { changedFiles } from './files.ts';
import { metadataTable } from './metadata.ts';
import { dependencyTable, overview } from './overview.ts';
import { storedFiles } from './stored-files.ts';

/** Two versions of a package: sizes and new install scripts first, then metadata, dependencies, stored files and their members. */
export const comparePage: Page = {
  path: '/packages/:ecosystem/:name/-/compare/:range',
  async view(context) {
    const { t, services, caller, params } = context;
    const named = namedPackage(context);
    const [before, after, ...more] = (params['range'] ?? '').split('...');
    if (!before || !after || more.length > 0) throw notFound('page');
    try {
      const comparison = await services.releases.compare(caller, named, { before, after });
      const { pkg } = comparison.after;
      const versions = { before: comparison.before.release.version, after: comparison.after.release.version };
      const addressOf = (version: string) => versionHref(pkg.ecosystem, pkg.name, version);
      const range = `${versions.after}...${versions.before}`;
      const swapped = actionHref(pkg.ecosystem, pkg.name, 'compare', range);
      return {
        title: `${t('compare.heading', versions)} - ${pkg.name}`,
        isShared: true,
        body: html`<div>
          <div class="title-row">
            <h1>${t('compare.heading', versions)}</h1>
            <a class="button" href=${swapped}>${t('compare.swap')}</a>
          </div>
          ${facts([
            [t('compare.name'), html`<a href=${packageHref(pkg.ecosystem, pkg.name)}>${pkg.name}</a>`],
            [t('compare.before'), html`<a href=${addressOf(versions.before)}>${versions.before}</a>`],
            [t('compare.after'), html`<a href=${addressOf(versions.after)}>${versions.after}</a>`],
          ])}
          ${overview(context, comparison)} ${metadataTable(context, comparison)}
          ${dependencyTable(context, comparison)} ${storedFiles(context, comparison)}
          ${await changedFiles(context, comparison)}
        </div>`,
      };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_archive') return errorView(context, error);
      throw error;
    }
  },
};
