import { limits } from './limits.ts';
import {
  createMessage,
  enums,
  type Key,
  PacketList,
  readKeys,
  readSignature,
  Signature,
  type SignaturePacket,
  verify,
} from 'openpgp';
import { DomainError } from '../../domain/errors.ts';

/** The known facts about the signer. */
export type Signed =
  | { status: 'verified'; fingerprint: string; userId: string | null }
  /** Without `reason`: the signing key is not published here. */
  | { status: 'unverified'; keyId: string; reason?: string };

/** The signed bytes; read only if the signature names a published key. */
export interface SignedBody {
  sizeBytes: number;
  read(): Promise<Buffer>;
}

/** Maximum number of signatures: each check hashes the whole file. */
const maxSignatures = limits['file signatures'].count;

const refusal = (what: string, reason: string, cause?: unknown) =>
  new DomainError('invalid_archive', `${what} ${reason}`, {}, cause);

/**
 * Checks a detached signature (`.asc`) against published keys.
 * @param what the signature's filename, the subject of a refusal's sentence
 * @param maxBytes larger files are not read
 * @throws DomainError `invalid_archive` for a malformed signature, and for an invalid one by a published key
 */
export async function verifyDetached(
  armored: string,
  body: SignedBody,
  { keys, what, maxBytes }: { keys: readonly string[]; what: string; maxBytes: number },
): Promise<Signed> {
  const signature = await parse(armored, what);
  const [first, ...others] = signature.packets;
  if (first === undefined) throw refusal(what, 'has no signature in it');
  if (others.length >= maxSignatures) throw refusal(what, `has more than ${maxSignatures} signatures`);
  if (signature.packets.some(({ signatureType }) => signatureType !== enums.signature.binary)) {
    throw refusal(what, 'is no signature of a file');
  }
  const verificationKeys = await keysFor(signature, keys);
  const keyId = first.issuerKeyID.toHex().toUpperCase();
  if (verificationKeys.length === 0) return { status: 'unverified', keyId };
  if (body.sizeBytes > maxBytes) {
    const reason = `the file is larger than ${maxBytes} bytes, and its signature was not checked`;
    return { status: 'unverified', keyId, reason };
  }
  return findSigner(signature, await body.read(), { verificationKeys, what });
}

async function parse(armoredSignature: string, what: string): Promise<Signature> {
  try {
    return await readSignature({ armoredSignature });
  } catch (error) {
    throw refusal(what, 'is no OpenPGP signature in ASCII armor', error);
  }
}

/** Only keys that the signature names are tried: each try reads the file. */
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

/** All signatures by published keys must be valid; others are ignored. In sequence: each check copies the file. */
async function findSigner(
  signature: Signature,
  bytes: Buffer,
  { verificationKeys, what }: { verificationKeys: Key[]; what: string },
): Promise<Signed> {
  let signer: Key | undefined;
  for (const packet of signature.packets) {
    const known = verificationKeys.find((key) => key.getKeys(packet.issuerKeyID).length > 0);
    if (known === undefined) continue;
    const alone = new PacketList<SignaturePacket>();
    alone.push(packet);
    await assertHolds(new Signature(alone), bytes, { verificationKeys, what });
    signer ??= known;
  }
  if (signer === undefined) throw refusal(what, 'does not hold');
  return {
    status: 'verified',
    fingerprint: signer.getFingerprint().toUpperCase(),
    userId: signer.getUserIDs()[0] ?? null,
  };
}

async function assertHolds(
  signature: Signature,
  bytes: Buffer,
  { verificationKeys, what }: { verificationKeys: Key[]; what: string },
): Promise<void> {
  const message = await createMessage({ binary: bytes });
  const { signatures } = await verify({ message, signature, verificationKeys, format: 'binary' });
  if (signatures.length !== 1) throw refusal(what, 'does not hold');
  await signatures[0]?.verified.catch((error: unknown) => {
    const reason = error instanceof Error ? `: ${error.message.slice(0, 200)}` : '';
    throw refusal(what, `does not hold${reason}`, error);
  });
}
