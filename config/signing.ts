import { createHash, createPrivateKey, createPublicKey, createSign, type KeyObject } from 'node:crypto';
import type { Signer, SigningKey } from '../domain/signer.ts';

const curve = 'prime256v1';

/** Why a private key can not be used, as the end of a sentence; null if it can. */
export function findKeyProblem(pem: string): string | null {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return 'is no private key in PEM';
  }
  const isFit = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve;
  return isFit ? null : 'must be an ECDSA key on the curve P-256';
}

/** Signs with a private key in PEM. @throws Error for a key that {@link findKeyProblem} refuses */
export function createSigner(pem: string): Signer {
  const privateKey = createPrivateKey(pem);
  const key = describeKey(privateKey);
  return {
    key,
    sign: (text) => ({
      keyId: key.keyId,
      signature: createSign('SHA256').update(text).sign(privateKey, 'base64'),
    }),
  };
}

/** The signer of instances without a key. */
export const unsigned: Signer = { key: null, sign: () => null };

function describeKey(privateKey: KeyObject): SigningKey {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const digest = createHash('sha256').update(spki).digest('base64').replaceAll('=', '');
  return { keyId: `SHA256:${digest}`, publicKey: spki.toString('base64') };
}
