import type { Page } from '../page.ts';
import { accountPages } from './account.ts';
import { administrationPages } from './administration.ts';
import { archivePages } from './archive.ts';
import { organizationPages } from './organizations.ts';
import { chessReplayPages } from './chess-replay.ts';
import { packagePages } from './packages.ts';
import { peoplePages } from './people.ts';
import { placePages } from './places.ts';
import { publishingPages } from './publishing.ts';
import { sitePages } from './site.ts';

/** Every page of the portal; the order has no effect. Each area adds pages to its own list. */
export const pages: readonly Page[] = [
  ...sitePages,
  ...packagePages,
  ...publishingPages,
  ...accountPages,
  ...peoplePages,
  ...organizationPages,
  ...administrationPages,
  ...placePages,
  ...archivePages,
  ...chessReplayPages,
];
