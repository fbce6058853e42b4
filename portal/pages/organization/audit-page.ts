import { auditActions } from '../../../domain/audit.ts';
import { asksForExport } from '../../components/audit/filter.ts';
import { auditExport, auditLog } from '../../components/audit/log.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import type { Page } from '../../page.ts';

const section = 'audit';

/** Actions on people and on the platform itself do not belong to an organization. */
const ofOthers = /^(?:user|password|session|mfa|admin|advisories|audit)_/;
const actions = auditActions.filter((action) => !ofOthers.test(action));

/** The audit log of an organization, with filters, also as a spreadsheet. */
export const organizationAuditPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  async view(context) {
    const { services, caller, params } = context;
    const { slug = '' } = params;
    const workspace = await openSection(context, section);
    if (asksForExport(context)) {
      return auditExport(context, {
        filename: `org-audit-${workspace.slug}.csv`,
        walk: (filter) => services.audit.exportOfOrganization(caller, slug, filter),
      });
    }
    return sectionView(
      context,
      workspace,
      section,
      await auditLog(context, {
        path: workspacePath(context, section),
        actions,
        list: (filter, window) => services.audit.readOfOrganization(caller, slug, filter, window),
      }),
    );
  },
};
