import type { Page } from '../page.ts';
import { invitationsPage } from './people/invitations-page.ts';
import { ownNamespacesPage } from './people/own-namespaces-page.ts';
import { ownOrganizationsPage } from './people/own-organizations-page.ts';
import { ownRepositoriesPage } from './people/own-repositories-page.ts';
import { userPage } from './people/user-page.ts';

/** Public profiles, and a person's own lists. */
export const peoplePages: readonly Page[] = [
  userPage,
  ownRepositoriesPage,
  ownNamespacesPage,
  invitationsPage,
  ownOrganizationsPage,
];
