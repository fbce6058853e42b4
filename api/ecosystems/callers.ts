import { anonymous, knownIn, refuseExchanged } from '../../domain/actor.ts';
import { requireNetwork } from '../../domain/networks.ts';
import type { Callers, ProtocolTokens } from '../../ecosystems/context/callers.ts';
import type { EcosystemServices } from '../../services/ecosystem.ts';
import type { Services } from '../../services/index.ts';
import { callerOf } from '../callers.ts';

/** The callers of requests to one ecosystem. */
export function createCallers(
  { authenticator }: Pick<Services, 'authenticator'>,
  { format, callers }: Pick<EcosystemServices, 'format' | 'callers'>,
): Callers {
  return {
    ...callers,
    async authenticate(request, credential, options) {
      const holder = await authenticator.authenticate(credential);
      if (holder.kind === 'user') requireNetwork(holder, request.ip);
      const actor = knownIn(holder, format.id);
      const isOurs = actor.kind === 'user' && actor.exchangedIn === format.id;
      if (!(isOurs && options?.acceptsExchanged)) refuseExchanged(actor);
      return callerOf(request, actor);
    },
    anonymous: (request) => callerOf(request, anonymous),
  };
}

/** Tokens of one package protocol; another ecosystem refuses them. */
export function createTokens({ protocolTokens }: Pick<EcosystemServices, 'protocolTokens'>): ProtocolTokens {
  return {
    ...protocolTokens,
    async open(request, token) {
      const opened = await protocolTokens.open(token);
      if (opened?.actor.kind === 'user') requireNetwork(opened.actor, request.ip);
      return opened && { caller: callerOf(request, opened.actor), claims: opened.claims };
    },
  };
}
