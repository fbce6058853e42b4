import { requireNetwork } from '../../domain/networks.ts';
import type { ProtocolTokens } from '../../ecosystems/context/callers.ts';
import { callerOf } from '../callers.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Tokens of the protocol's own; those of one ecosystem are worth nothing in another. */
export function bindProtocolTokens({ deps, ecosystem }: BoundEcosystem): ProtocolTokens {
  const audience = `${new URL(deps.baseUrl).host}/${ecosystem.id}`;
  return {
    issue: (actor, claims, seconds) => deps.protocolTokens.issue(audience, actor, claims, seconds),
    async open(request, token) {
      const opened = await deps.protocolTokens.open(audience, token);
      if (opened?.actor.kind === 'user') requireNetwork(opened.actor, request.ip);
      return opened && { caller: callerOf(request, opened.actor), claims: opened.claims };
    },
  };
}
