import { exportEachOfOrganization, listEachOfOrganization } from './each-of-organization.ts';
import { listPackageFindings } from './list.ts';
import { exportOrganizationFindings, listOrganizationFindings } from './of-organization.ts';
import { rescanRelease } from './rescan.ts';
import { settlePackageFinding } from './settle.ts';

/** Operations on findings, for every surface. */
export const findings = {
  listOfOrganization: listOrganizationFindings,
  exportOfOrganization: exportOrganizationFindings,
  listEachOfOrganization,
  exportEachOfOrganization,
  rescan: rescanRelease,
  list: listPackageFindings,
  settle: settlePackageFinding,
};
