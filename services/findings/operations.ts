import { listPackageFindings } from './list.ts';
import { exportOrganizationFindings, listOrganizationFindings } from './of-organization.ts';
import { rescanRelease } from './rescan.ts';
import { settlePackageFinding } from './settle.ts';

/** Findings: what every surface may ask for. */
export const findings = {
  listOfOrganization: listOrganizationFindings,
  exportOfOrganization: exportOrganizationFindings,
  rescan: rescanRelease,
  list: listPackageFindings,
  settle: settlePackageFinding,
};
