import { errorSummary } from '../../components/form.ts';
import { ecosystemBadge, stateBadge } from '../../components/show.ts';
import { html } from '../../html.ts';
import { type Page, pathOf } from '../../page.ts';
import { namedPackage } from '../named.ts';
import { archive, dangerSection, restore, transfer, transferSection } from './danger.ts';
import { generalSection, save } from './general.ts';
import { addMaintainer, grantAccess, peopleSection, removeMaintainer } from './people.ts';
import { addPublisher, limitPublishing, publishersSection, removePublisher } from './publishers.ts';
import { assignTag, removeTag, tagsSection } from './tags.ts';
import {
  askToDelete,
  deleteVersions,
  deletionBody,
  deprecateVersions,
  versionsSection,
  yankVersions,
} from './versions.ts';

/** The settings of a package; each section is shown only with the right that it needs. */
export const settingsPage: Page = {
  path: '/packages/:ecosystem/:name/-/settings',
  audience: 'person',
  async view(context, attempt) {
    const { t, caller, services, query } = context;
    const named = namedPackage(context);
    const management = await services.packages.manage(caller, named);
    const { pkg, ecosystem } = management;
    const title = t('publishing.settings_of', { name: pkg.name });
    const packagePath = pathOf('packages', ecosystem.id, pkg.name);
    const leaving = query.getAll('delete');
    return {
      title,
      body: html`<div class="settings">
        <p><a href=${packagePath}>${pkg.name}</a></p>
        ${errorSummary(context, attempt)}
        ${
          leaving.length > 0
            ? await deletionBody(context, leaving, attempt)
            : html`<div>
                <div class="title-row">
                  <h1>${title}</h1>
                  ${ecosystemBadge(ecosystem.id)} ${pkg.isArchived && stateBadge(context, 'archived')}
                  ${pkg.isDeprecated && stateBadge(context, 'deprecated')}
                </div>
                ${generalSection(context, management, attempt)}
                ${await peopleSection(context, management, attempt)}
                ${await tagsSection(context, management, attempt)}
                ${await publishersSection(context, management, attempt)}
                ${await versionsSection(context, management, attempt)}
                ${await transferSection(context, management, attempt)}
                ${await dangerSection(context, management, attempt)}
              </div>`
        }
      </div>`,
    };
  },
  actions: {
    save,
    add_maintainer: addMaintainer,
    remove_maintainer: removeMaintainer,
    grant_access: grantAccess,
    assign_tag: assignTag,
    remove_tag: removeTag,
    add_publisher: addPublisher,
    remove_publisher: removePublisher,
    limit_publishing: limitPublishing,
    yank_versions: (context, form) => yankVersions(context, form, true),
    unyank_versions: (context, form) => yankVersions(context, form, false),
    deprecate_versions: deprecateVersions,
    delete_versions: askToDelete,
    confirm_delete: deleteVersions,
    transfer,
    archive,
    restore,
  },
};
