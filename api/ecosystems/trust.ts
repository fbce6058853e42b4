import type { Trust } from '../../ecosystems/context/trust.ts';
import {
  addTrustedPublishers,
  listTrustedPublishers,
  takesTokenAttestations,
  removeTrustedPublisher,
  vouchingOf,
} from '../../services/packages/trusted-publishers.ts';
import { listSigningKeys } from '../../services/releases/signing-keys.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** What says where a release comes from, bound to one ecosystem. */
export function bindTrust({ deps, ecosystem }: BoundEcosystem): Trust {
  return {
    publishers: {
      list: (caller, name) => listTrustedPublishers(deps, caller, { ecosystem, name }),
      add: (caller, name, publishers) => addTrustedPublishers(deps, caller, { ecosystem, name }, publishers),
      remove: (caller, name, id) => removeTrustedPublisher(deps, caller, { ecosystem, name, id }),
      vouchingOf: (caller, name, build) => vouchingOf(deps, caller, { ecosystem, name }, build),
    },
    takesTokenAttestations: (name) => takesTokenAttestations(deps, { ecosystem, name }),
    sigstoreRoot: deps.sigstoreTrustedRoot,
    listSigningKeys: () => listSigningKeys(deps),
  };
}
