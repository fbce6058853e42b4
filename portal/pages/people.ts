import type { Page } from '../page.ts';
import { invitationsPage } from './people/invitations-page.ts';
import { ownNamespacesPage } from './people/own-namespaces-page.ts';
import { ownOrganizationsPage } from './people/own-organizations-page.ts';
import { ownRepositoriesPage } from './people/own-repositories-page.ts';
import { userPage } from './people/user-page.ts';

/** People as others see them, and the lists of a person's own. */
export const peoplePages: readonly Page[] = [
  userPage,
  ownRepositoriesPage,
  ownNamespacesPage,
  invitationsPage,
  ownOrganizationsPage,
];
