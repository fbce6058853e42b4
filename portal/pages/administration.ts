import type { Page } from '../page.ts';
import { auditPage } from './admin/audit-page.ts';
import { heldPage } from './admin/held-page.ts';
import { healthPage } from './admin/health-page.ts';
import { jobPage } from './admin/job-page.ts';
import { jobsPage } from './admin/jobs-page.ts';
import { quotasPage } from './admin/quotas-page.ts';
import { accountsPage } from './admin/accounts-page.ts';
import { accountPage } from './admin/account-page.ts';

/** For administrators of the platform. */
export const administrationPages: readonly Page[] = [
  healthPage,
  jobsPage,
  jobPage,
  accountsPage,
  accountPage,
  quotasPage,
  heldPage,
  auditPage,
];
