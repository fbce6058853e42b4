import { DomainError } from '../../../domain/errors.ts';
import type { PackageFront } from '../../../services/packages/front.ts';
import { html, type Content } from '../../html.ts';
import type { Page, PageContext } from '../../page.ts';
import { feedHref, packageFeed } from '../feed/package-feed.ts';
import { activityTab } from './activity.ts';
import { packageAside } from './aside.ts';
import { dependenciesTab } from './dependencies-tab.ts';
import { dependentsTab } from './dependents-tab.ts';
import { packageFrame, type TabName, tabNames } from './frame.ts';
import { namedPackage } from '../named.ts';
import { readmeSection } from './readme.ts';
import { securityTab } from './security-tab.ts';
import { installBox } from './snippets.ts';
import { versionsTab } from './versions-tab.ts';
import { isPublic } from '../../../domain/access.ts';

const contents: Readonly<Record<TabName, (context: PageContext, front: PackageFront) => Promise<Content>>> = {
  readme: readmeTab,
  versions: versionsTab,
  dependencies: dependenciesTab,
  dependents: dependentsTab,
  security: securityTab,
  activity: activityTab,
};

export const packagePage: Page = {
  path: '/packages/:ecosystem/:name',
  async view(context) {
    const { services, caller, query } = context;
    const named = namedPackage(context);
    const front = await orMissing(services.packages.getFront(caller, named));
    if (front instanceof DomainError) {
      // a package whose name ends like a feed comes first
      const feed = await packageFeed(context, named);
      if (feed) return feed;
      throw front;
    }
    const tab = tabNames.find((each) => each === query.get('tab')) ?? 'readme';
    const [content, aside] = await Promise.all([contents[tab](context, front), packageAside(context, front)]);
    const { pkg } = front;
    const feed = feedHref(pkg);
    return {
      title: pkg.name,
      ...(pkg.description !== null && { description: pkg.description.slice(0, 200) }),
      ...(feed !== undefined && { feed }),
      isShared: true,
      isIndexed: isPublic(pkg),
      body: packageFrame(context, front, { tab, content, aside }),
    };
  },
};

async function readmeTab(context: PageContext, front: PackageFront): Promise<Content> {
  const [install, readme] = await Promise.all([installBox(context, front), readmeSection(context, front)]);
  return html`<div>${install} ${readme}</div>`;
}

async function orMissing<Found>(found: Promise<Found>): Promise<Found | DomainError> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return error;
    throw error;
  }
}
