import { createMessage, enums, type Key, readKeys, readSignature, type Signature, verify } from 'openpgp';
import { DomainError } from '../../domain/errors.ts';

/** What is known of who signed. */
export type Signed =
  | { status: 'verified'; fingerprint: string; userId: string | null }
  /** By keys that nobody published here. */
  | { status: 'unverified'; keyId: string };

/** Each hashes the whole file. */
const maxSignatures = 4;

const refusal = (what: string, reason: string, cause?: unknown) =>
  new DomainError('invalid_archive', `${what} ${reason}`, {}, cause);

/**
 * Checks a detached signature (`.asc`) against published keys. @param what the file's name, subject of the sentence
 * @throws DomainError `invalid_archive` for what is no signature, and for one by a published key that does not hold
 */
export async function verifyDetached(
  armored: string,
  bytes: Buffer,
  { keys, what }: { keys: readonly string[]; what: string },
): Promise<Signed> {
  const signature = await parse(armored, what);
  const [first, ...others] = signature.packets;
  if (first === undefined) throw refusal(what, 'has no signature in it');
  if (others.length >= maxSignatures) throw refusal(what, `has more than ${maxSignatures} signatures`);
  if (signature.packets.some(({ signatureType }) => signatureType !== enums.signature.binary)) {
    throw refusal(what, 'is no signature of a file');
  }
  const verificationKeys = await keysFor(signature, keys);
  if (verificationKeys.length === 0) {
    return { status: 'unverified', keyId: first.issuerKeyID.toHex().toUpperCase() };
  }
  return findSigner(signature, bytes, { verificationKeys, what });
}

async function parse(armoredSignature: string, what: string): Promise<Signature> {
  try {
    return await readSignature({ armoredSignature });
  } catch (error) {
    throw refusal(what, 'is no OpenPGP signature in ASCII armor', error);
  }
}

/** Only those that the signature names are worth a look at the file. */
async function keysFor(signature: Signature, armored: readonly string[]): Promise<Key[]> {
  const wanted = signature.getSigningKeyIDs();
  const found: Key[] = [];
  for (const text of armored) {
    for (const key of await readKeys({ armoredKeys: text })) {
      if (wanted.some((id) => key.getKeyIDs().some((own) => own.equals(id)))) found.push(key);
    }
  }
  return found;
}

/** All signatures by published keys have to hold; those of others say nothing. */
async function findSigner(
  signature: Signature,
  bytes: Buffer,
  { verificationKeys, what }: { verificationKeys: Key[]; what: string },
): Promise<Signed> {
  const message = await createMessage({ binary: bytes });
  const { signatures } = await verify({ message, signature, verificationKeys, format: 'binary' });
  const isKnown = ({ keyID }: (typeof signatures)[number]) =>
    verificationKeys.some((key) => key.getKeys(keyID).length > 0);
  let signer: Key | undefined;
  for (const each of signatures.filter(isKnown)) {
    await each.verified.catch((error: unknown) => {
      const reason = error instanceof Error ? `: ${error.message.slice(0, 200)}` : '';
      throw refusal(what, `does not hold${reason}`, error);
    });
    signer ??= verificationKeys.find((key) => key.getKeys(each.keyID).length > 0);
  }
  if (signer === undefined) throw refusal(what, 'does not hold');
  return {
    status: 'verified',
    fingerprint: signer.getFingerprint().toUpperCase(),
    userId: signer.getUserIDs()[0] ?? null,
  };
}
