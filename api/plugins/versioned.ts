import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { addressOf, versionKeyOf } from '../../services/packages/find.ts';
import type { Services } from '../../services/index.ts';
import {
  type Versioned,
  versionOfOrganization,
  versionOfPackage,
  versionOfPerson,
  versionOfPolicy,
  versionOfQuotas,
  versionOfRelease,
  versionOfRepository,
} from '../../store/postgres/versions.ts';
import { packagePath, readNamed, releasePath } from '../routes/v1/packages/params.ts';

type Params = Record<string, string>;
type Find = (
  params: Params,
  request: FastifyRequest,
  services: Pick<Services, 'ecosystems'>,
) => Versioned | undefined;

const nameOf = ({ ecosystem = '', name = '' }: Params, services: Pick<Services, 'ecosystems'>) =>
  readNamed(services, { ecosystem, name });

const release: Find = (params, _request, services) => {
  const named = nameOf(params, services);
  return versionOfRelease(addressOf(named), versionKeyOf(named.ecosystem, params['version'] ?? ''));
};

/** Addresses that can be read and changed, each with the function that finds the changed resource. */
export const versionedAddresses: Readonly<Record<string, Find>> = {
  '/v1/users/me': (_params, { actor }) =>
    actor.kind === 'user' ? versionOfPerson({ id: actor.userId }) : undefined,
  '/v1/users/:username': ({ username = '' }) => versionOfPerson({ username }),
  '/v1/orgs/:slug': ({ slug = '' }) => versionOfOrganization(slug),
  '/v1/orgs/:slug/policy': ({ slug = '' }) => versionOfPolicy('organization', slug),
  '/v1/repositories/:slug': ({ slug = '' }) => versionOfRepository(slug),
  '/v1/repositories/:slug/policy': ({ slug = '' }) => versionOfPolicy('repository', slug),
  [packagePath]: (params, _request, services) => versionOfPackage(addressOf(nameOf(params, services))),
  [releasePath]: release,
  [`${releasePath}/artifacts/:filename`]: release,
  '/v1/admin/quotas': (_params, { body }) => {
    // the schema of the route has checked it
    const { username, org_slug: organization, token_id: token } = body as Params;
    return versionOfQuotas({ username, organization, token });
  },
};

/** The resource that a change at this address affects; undefined for an address without a read. */
export function versionedOf(
  request: FastifyRequest,
  services: Pick<Services, 'ecosystems'>,
): Versioned | undefined {
  const find = versionedAddresses[request.routeOptions.url ?? ''];
  try {
    // route parameters are always strings
    return find?.(request.params as Params, request, services);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}
