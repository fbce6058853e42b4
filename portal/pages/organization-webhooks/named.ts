import type { NamedWebhook } from '../../../services/webhooks/manage.ts';
import { type PageContext, pathOf } from '../../page.ts';

/** The webhook that the address names. */
export function namedWebhook({ params }: PageContext): NamedWebhook {
  return { slug: params['slug'] ?? '', id: params['id'] ?? '' };
}

/** The address of its page. */
export function webhookPath(context: PageContext): string {
  const { slug, id } = namedWebhook(context);
  return pathOf('orgs', slug, 'webhooks', id);
}
