import type { Page } from '../page.ts';
import { newOrganizationPage } from './organization/new-page.ts';
import { organizationNamespacesPage } from './organization/namespaces-page.ts';
import { organizationPage } from './organization/page.ts';
import { organizationRepositoriesPage } from './organization/repositories-page.ts';

/** Organizations as others see them, and the workspace of their members. */
export const organizationPages: readonly Page[] = [
  organizationPage,
  newOrganizationPage,
  organizationNamespacesPage,
  organizationRepositoriesPage,
];
