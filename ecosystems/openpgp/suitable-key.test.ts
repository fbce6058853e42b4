import { randomBytes } from 'node:crypto';
import { armor, enums, generateKey } from 'openpgp';
import { describe, expect, it } from 'vitest';
import { maxPackets } from './packets.ts';
import { readPublicKey } from './public-key.ts';

const userId = { name: 'Alice', email: 'alice@example.com' };
const armorOf = (bytes: Buffer) => armor(enums.armor.publicKey, bytes);

function numberOf(bits: number): Buffer {
  const body = randomBytes(bits / 8);
  body[0] = 0xff;
  const head = Buffer.alloc(2);
  head.writeUInt16BE(bits);
  return Buffer.concat([head, body]);
}

function packet(tag: number, body: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt8(0xc0 | tag);
  head.writeUInt8(0xff, 1);
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** A key of an attacker that makes its check slow. */
function keyOf(algorithm: enums.publicKey, numbers: readonly number[], tag = enums.packet.publicKey): Buffer {
  return packet(tag, Buffer.concat([Buffer.from([4, 1, 0, 0, 0, algorithm]), ...numbers.map(numberOf)]));
}

const name = packet(enums.packet.userID, Buffer.from('Alice'));

describe('a key whose signatures may be checked', () => {
  it.each([
    ['ed25519', { type: 'curve25519' }],
    ['RSA', { type: 'rsa', rsaBits: 2048 }],
    ['NIST P-256', { type: 'ecc', curve: 'nistP256' }],
    ['NIST P-521', { type: 'ecc', curve: 'nistP521' }],
  ] as const)('is one of %s', async (_what, options) => {
    const { publicKey } = await generateKey({ userIDs: [userId], ...options });

    expect(await readPublicKey(publicKey)).toMatchObject({ userIds: ['Alice <alice@example.com>'] });
  });

  it.each([
    ['DSA', [2048, 256, 2048, 2048], enums.publicKey.dsa],
    ['DSA with long numbers', [65_528, 65_528, 65_528, 65_528], enums.publicKey.dsa],
    ['RSA that is long', [8_200, 24], enums.publicKey.rsaEncryptSign],
    ['RSA that is short', [1_024, 24], enums.publicKey.rsaEncryptSign],
    ['RSA with a long exponent', [4_096, 4_096], enums.publicKey.rsaEncryptSign],
  ] as const)('is none of %s', async (_what, numbers, algorithm) => {
    await expect(
      readPublicKey(armorOf(Buffer.concat([keyOf(algorithm, numbers), name]))),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining('is of another kind than RSA'),
    });
  });

  it('has no such subkey either', async () => {
    const subkey = keyOf(enums.publicKey.dsa, [65_528, 256, 2048, 2048], enums.packet.publicSubkey);
    const key = keyOf(enums.publicKey.rsaEncryptSign, [4_096, 24]);

    await expect(readPublicKey(armorOf(Buffer.concat([key, name, subkey])))).rejects.toMatchObject({
      detail: expect.stringContaining('subkey'),
    });
  });

  it('is of no curve that is left out', async () => {
    const secp256k1 = Buffer.from('052b8104000a', 'hex');
    const head = Buffer.from([4, 1, 0, 0, 0, enums.publicKey.ecdsa]);
    const key = packet(enums.packet.publicKey, Buffer.concat([head, secp256k1, numberOf(520)]));

    await expect(readPublicKey(armorOf(Buffer.concat([key, name])))).rejects.toMatchObject({
      detail: expect.stringContaining('is of another kind'),
    });
  });

  it.each([
    ['names', { userIDs: Array.from({ length: 21 }, () => userId) }, 'user ids'],
    ['subkeys', { userIDs: [userId], subkeys: Array.from({ length: 21 }, () => ({})) }, 'subkeys'],
  ])('has few %s', async (_what, options, reason) => {
    const { publicKey } = await generateKey({ type: 'curve25519', ...options });

    await expect(readPublicKey(publicKey)).rejects.toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining(reason),
    });
  });

  it('has few signatures', async () => {
    const { publicKey } = await generateKey({ type: 'curve25519', userIDs: [userId], format: 'object' });
    const whole = Buffer.from(publicKey.write());
    const binding = publicKey.subkeys[0]?.bindingSignatures[0];
    if (binding === undefined) throw new Error('a new key has a subkey');
    const again = packet(enums.packet.signature, Buffer.from(binding.write()));

    await expect(
      readPublicKey(armorOf(Buffer.concat([whole, ...Array.from({ length: 200 }, () => again)]))),
    ).rejects.toMatchObject({ detail: expect.stringContaining('signatures') });
  });

  it.each([
    ['many packets', Buffer.concat(Array.from({ length: maxPackets + 1 }, () => Buffer.from([0xcd, 0])))],
    ['a packet that ends too early', Buffer.from([0xcd, 5, 1])],
    ['a length that is left open', Buffer.from([0x9b, 0, 0])],
    ['a length that is in parts', Buffer.from([0xcd, 0xe0, 0])],
    ['half a length', Buffer.from([0xcd, 0xff, 0])],
    ['no packet', Buffer.from('hello')],
  ])('is not %s', async (_what, bytes) => {
    await expect(readPublicKey(armorOf(bytes))).rejects.toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining(`at most ${maxPackets} packets`),
    });
  });
});
