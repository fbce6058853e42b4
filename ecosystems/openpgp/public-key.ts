import { limits } from './limits.ts';
import { enums, type Key, readKeys, unarmor } from 'openpgp';
import { DomainError } from '../../domain/errors.ts';
import { isStorable } from '../../domain/storable-text.ts';
import { hasFewPackets, maxPackets } from './packets.ts';
import { findUnsuitable } from './suitable-key.ts';

/** A public key that can sign. */
export interface PublicKey {
  /** Hex, upper case. */
  fingerprint: string;
  /** Ids of the key and its subkeys; hex, upper case. */
  keyIds: string[];
  userIds: string[];
  /** Null: the key does not expire. */
  expiresAt: Date | null;
  armored: string;
}

/** A key is small; its owner can export it without photos and foreign signatures. */
export const maxKeyCharacters = limits.key.characters;

const refusal = (reason: string, cause?: unknown) => new DomainError('validation_failed', reason, {}, cause);

/** One armored key, as `gpg --armor --export` writes it. @throws DomainError `validation_failed` */
export async function readPublicKey(armored: string): Promise<PublicKey> {
  const key = await parseOne(armored);
  if (key.isPrivate()) throw refusal('this is a private key: publish its public half, and change the key');
  // before the key's own signatures are checked
  const reason = findUnsuitable(key);
  if (reason !== null) throw refusal(`the key ${reason}`);
  await assertSigns(key);
  const expires = await key.getExpirationTime();
  const userIds = key.getUserIDs();
  if (!isStorable(userIds)) throw refusal('the names in the key have characters that no text can hold');
  return {
    fingerprint: key.getFingerprint().toUpperCase(),
    keyIds: key.getKeyIDs().map((id) => id.toHex().toUpperCase()),
    userIds,
    expiresAt: expires instanceof Date ? expires : null,
    armored: key.armor(),
  };
}

async function parseOne(armored: string): Promise<Key> {
  if (armored.length > maxKeyCharacters) throw refusal(`a key has at most ${maxKeyCharacters} characters`);
  const bytes = await readArmor(armored);
  if (!hasFewPackets(bytes)) throw refusal(`this is no OpenPGP key of at most ${maxPackets} packets`);
  const keys = await readKeys({ binaryKeys: bytes }).catch((error: unknown) => {
    throw refusal('this is no OpenPGP key', error);
  });
  const [key, ...others] = keys;
  if (key === undefined) throw refusal('there is no OpenPGP key in this text');
  if (others.length > 0) throw refusal('one key at a time');
  return key;
}

async function readArmor(armored: string): Promise<Buffer> {
  const { type, data } = await unarmor(armored).catch((error: unknown) => {
    throw refusal('there is no OpenPGP key in ASCII armor in this text', error);
  });
  if (type !== enums.armor.publicKey && type !== enums.armor.privateKey)
    throw refusal('this is no OpenPGP key');
  return Buffer.from(data);
}

/** A revoked, expired or weak key cannot sign. */
async function assertSigns(key: Key): Promise<void> {
  await key.getSigningKey().catch((error: unknown) => {
    const reason = error instanceof Error ? `: ${error.message.slice(0, 200)}` : '';
    throw refusal(`the key can't sign${reason}`, error);
  });
}
