import { exportAccessHistory, readAccessHistory } from './access-history.ts';
import { exportOrganizationLog, readOrganizationLog } from './organization-log.ts';
import { exportAuditLog, readAuditLog } from './read-log.ts';

/** Operations on the audit log, for every surface. */
export const audit = {
  read: readAuditLog,
  export: exportAuditLog,
  readAccessHistory,
  exportAccessHistory,
  readOfOrganization: readOrganizationLog,
  exportOfOrganization: exportOrganizationLog,
};
