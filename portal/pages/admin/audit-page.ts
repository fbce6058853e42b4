import { auditActions } from '../../../domain/audit.ts';
import { administrationView, openAdministration } from '../../components/administration.ts';
import { asksForExport } from '../../components/audit/filter.ts';
import { auditExport, auditLog } from '../../components/audit/log.ts';
import type { Page } from '../../page.ts';

const path = '/admin/audit';

/** The audit log of the platform, with filters, also as a spreadsheet. */
export const auditPage: Page = {
  path,
  audience: 'person',
  async view(context) {
    openAdministration(context);
    const { t, services, caller } = context;
    if (asksForExport(context)) {
      return auditExport(context, {
        filename: 'audit.csv',
        walk: (filter) => services.audit.export(caller, filter),
      });
    }
    return administrationView(context, {
      section: path,
      title: t('organizations.audit'),
      body: await auditLog(context, {
        path,
        actions: auditActions,
        list: (filter, window) => services.audit.read(caller.actor, filter, window),
      }),
    });
  },
};
