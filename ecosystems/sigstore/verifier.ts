import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toTrustMaterial, Verifier } from '@sigstore/verify';
import type { RouteContext } from '../context/context.ts';
// from the public Sigstore instance (Apache-2.0), so that a check sends no request
import publicRoot from './public-root.json' with { type: 'json' };

/** By context: reading the trust root takes longer than a check, so that each context reads it once. */
const verifiers = new WeakMap<RouteContext, Verifier>();

export function verifierOf(context: RouteContext): Verifier {
  const known = verifiers.get(context);
  if (known) return known;
  const verifier = createVerifier(context.trust.sigstoreRoot);
  verifiers.set(context, verifier);
  return verifier;
}

/** @param trustedRoot JSON of Sigstore's trusted root; null: the public root. @throws Error for other text */
export function createVerifier(trustedRoot: string | null): Verifier {
  const root: unknown = trustedRoot === null ? publicRoot : JSON.parse(trustedRoot);
  return new Verifier(toTrustMaterial(TrustedRoot.fromJSON(root)));
}
