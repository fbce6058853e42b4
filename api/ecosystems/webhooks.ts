import type { Webhooks } from '../../ecosystems/context/webhooks.ts';
import { fireWebhook } from '../../services/webhooks/fire.ts';
import { createOwnWebhook, listOwnWebhooks, removeOwnWebhook } from '../../services/webhooks/own.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** People's own webhooks, bound to one ecosystem. */
export function bindWebhooks({ deps, ecosystem }: BoundEcosystem): Webhooks {
  return {
    list: (caller) => listOwnWebhooks(deps, caller, ecosystem),
    create: (caller, webhook) => createOwnWebhook(deps, caller, { ecosystem, ...webhook }),
    remove: (caller, webhook) => removeOwnWebhook(deps, caller, { ecosystem, ...webhook }),
    fire: (caller, webhook) =>
      fireWebhook({ ...deps, ecosystems: { get: () => ecosystem } }, caller, { ecosystem, ...webhook }),
  };
}
