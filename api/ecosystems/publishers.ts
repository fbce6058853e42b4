import { validate as isUuid } from 'uuid';
import { canRead } from '../../domain/access.ts';
import { may } from '../../domain/authorize.ts';
import { requireRecentLogin, requireUser } from '../../domain/actor.ts';
import { performedBy } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { agrees } from '../../domain/trusted-publisher.ts';
import type { TrustedPublishers } from '../../ecosystems/context/trust.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { listPublishers } from '../../store/postgres/identity/trusted-publishers.ts';
import { addPublishers, removePublisher } from '../../services/packages/publisher-rules.ts';
import type { EcosystemScope } from './scope.ts';

/** The trusted publishers of one ecosystem's packages, with the rules of the management API. */
export function createPublishers(scope: EcosystemScope): TrustedPublishers {
  const { deps, ecosystem } = scope;
  const { pool, oidcIssuers, recentLoginSeconds } = deps;
  return {
    async list(caller, name) {
      const user = requireUser(caller.actor);
      await scope.assertMount(caller);
      const pkg = await findPackage(pool, ecosystem.id, scope.nameKey(name));
      if (!pkg || !canRead(pkg, user)) throw notFound('package');
      await scope.assertMount(caller, pkg.repositorySlug);
      if (!may(user, 'manage_trust', pkg)) throw forbidden(`you do not manage ${pkg.name}`);
      return listPublishers(pool, pkg.id);
    },

    async add(caller, name, publishers) {
      const { pkg, user } = await scope.getWritablePackage(caller, name, 'publish');
      requireRecentLogin(user, recentLoginSeconds);
      return addPublishers({ pool, oidcIssuers }, pkg, publishers, performedBy(caller));
    },

    async remove(caller, name, id) {
      const { pkg, user } = await scope.getWritablePackage(caller, name, 'manage_trust');
      requireRecentLogin(user, recentLoginSeconds);
      if (!isUuid(id)) throw notFound('trusted publisher');
      const hashes = await removePublisher(pool, pkg, id, performedBy(caller));
      for (const hash of hashes) deps.announce({ kind: 'token', hash });
    },

    async allow(name, build) {
      const pkg = await findPackage(pool, ecosystem.id, scope.nameKey(name));
      const publishers = pkg ? await listPublishers(pool, pkg.id) : [];
      return publishers.length === 0 || publishers.some((publisher) => agrees(publisher, build));
    },
  };
}
