import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import * as served from './served.ts';
import type { Ecosystem } from './wire.ts';

/** As `Formats`, with the wire of each ecosystem. */
export interface Ecosystems {
  readonly all: readonly Ecosystem[];
  /** @throws DomainError `not_found` for an ecosystem that is not served */
  get(id: EcosystemId): Ecosystem;
}

export function createEcosystems(all: readonly Ecosystem[] = Object.values(served)): Ecosystems {
  const byId = new Map(all.map((ecosystem) => [ecosystem.id, ecosystem]));
  return {
    all,
    get(id) {
      const ecosystem = byId.get(id);
      if (ecosystem) return ecosystem;
      const known = all.map((each) => each.id).join(', ');
      throw new DomainError('not_found', `ecosystem ${id} is not served here: these are ${known}`);
    },
  };
}
