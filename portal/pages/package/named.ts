import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Named } from '../../../services/packages/find.ts';
import type { PageContext } from '../../page.ts';

/** The package that the address names. @throws DomainError `not_found` for an ecosystem that is not served */
export function namedOf({ params, services }: Pick<PageContext, 'params' | 'services'>): Named {
  const id = EcosystemId.safeParse(params['ecosystem']).data;
  if (id === undefined) throw notFound('package');
  return { ecosystem: services.ecosystems.get(id), name: params['name'] ?? '' };
}
