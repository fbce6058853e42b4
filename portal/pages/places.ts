import type { Page } from '../page.ts';
import { namespacePage } from './namespace/page.ts';
import { repositoryPage } from './repository/page.ts';
import { repositoryPolicyPage } from './repository/policy-page.ts';
import { repositorySettingsPage } from './repository/settings-page.ts';

/** Pages of repositories and namespaces, for readers and managers. */
export const placePages: readonly Page[] = [
  repositoryPage,
  repositorySettingsPage,
  repositoryPolicyPage,
  namespacePage,
];
