import { anonymous, knownIn, refuseExchanged } from '../../domain/actor.ts';
import { requireNetwork } from '../../domain/networks.ts';
import type { Callers } from '../../ecosystems/context/callers.ts';
import { actUnder } from '../../services/identity/oidc/act-under.ts';
import { revokeExchangedToken } from '../../services/identity/own-tokens.ts';
import { callerOf } from '../callers.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Who asks, bound to one ecosystem. */
export function bindCallers({ deps, ecosystem }: BoundEcosystem): Callers {
  return {
    async authenticate(request, credential, options) {
      const holder = await deps.authenticate(credential);
      if (holder.kind === 'user') requireNetwork(holder, request.ip);
      const actor = knownIn(holder, ecosystem.id);
      const isOurs = actor.kind === 'user' && actor.exchangedIn === ecosystem.id;
      if (!(isOurs && options?.acceptsExchanged)) refuseExchanged(actor);
      return callerOf(request, actor);
    },

    underName: (caller, name) => actUnder(deps.pool, caller, ecosystem, name),

    anonymous: (request) => callerOf(request, anonymous),

    exchange: (caller, { jwt, kind, name, username, audiences }) =>
      deps.exchange({
        ecosystem: ecosystem.id,
        jwt,
        kind,
        ...(audiences === undefined ? {} : { audiences }),
        wanted: {
          repositorySlug: caller.repository,
          ...(name === undefined ? {} : { nameKey: ecosystem.names.canonical(name) }),
          ...(username === undefined ? {} : { username }),
        },
        origin: caller.origin,
      }),

    revokeOwn: (caller) => revokeExchangedToken(deps, caller),
  };
}
