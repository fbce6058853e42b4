import { exportAccessHistory, readAccessHistory } from './access-history.ts';
import { exportOrganizationLog, readOrganizationLog } from './organization-log.ts';
import { readAuditLog } from './read-log.ts';

/** What was done: what every surface may ask for. */
export const audit = {
  read: readAuditLog,
  readAccessHistory,
  exportAccessHistory,
  readOfOrganization: readOrganizationLog,
  exportOfOrganization: exportOrganizationLog,
};
