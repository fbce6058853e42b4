import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { PageContext } from '../../page.ts';
import type { BrowsedVersion } from './address.ts';

/** What the address of a page names, as services take it. @throws DomainError `not_found` for no such ecosystem */
export function namedIn({ params, services }: PageContext) {
  const { ecosystem: id = '', name = '', version = '' } = params;
  // an id that is not served is not found
  const ecosystem = services.ecosystems.get(id as EcosystemId);
  return { ecosystem, name, version };
}

/** The same for addresses. */
export function addressed({ params }: PageContext): BrowsedVersion {
  const { ecosystem = '', name = '', version = '' } = params;
  return { ecosystem, name, version };
}
