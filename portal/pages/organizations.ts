import type { Page } from '../page.ts';
import { organizationAccessPage } from './organization/access-page.ts';
import { organizationAuditPage } from './organization/audit-page.ts';
import { organizationMembersPage } from './organization/members-page.ts';
import { organizationNamespacesPage } from './organization/namespaces-page.ts';
import { newOrganizationPage } from './organization/new-page.ts';
import { organizationPage } from './organization/page.ts';
import { organizationPolicyPage } from './organization/policy-page.ts';
import { organizationRepositoriesPage } from './organization/repositories-page.ts';
import { organizationTeamsPage } from './organization/teams-page.ts';
import { organizationTokensPage } from './organization/tokens-page.ts';
import { organizationPublishersPage } from './organization-publishers/page.ts';
import { organizationSecurityPage } from './organization-security/page.ts';
import { organizationSettingsPage } from './organization-settings/page.ts';
import { organizationWebhooksPage } from './organization-webhooks/list-page.ts';
import { organizationWebhookPage } from './organization-webhooks/page.ts';
import { teamPage } from './team/page.ts';

/** Public pages of organizations, and the workspace of their members. */
export const organizationPages: readonly Page[] = [
  organizationPage,
  newOrganizationPage,
  organizationMembersPage,
  organizationTeamsPage,
  teamPage,
  organizationNamespacesPage,
  organizationRepositoriesPage,
  organizationSecurityPage,
  organizationPolicyPage,
  organizationTokensPage,
  organizationPublishersPage,
  organizationWebhooksPage,
  organizationWebhookPage,
  organizationAuditPage,
  organizationAccessPage,
  organizationSettingsPage,
];
