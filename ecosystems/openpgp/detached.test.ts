import { PacketList, readSignature, Signature, type SignaturePacket } from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDetached } from './detached.ts';
import { createSigner, type TestSigner } from './fixtures/signer.ts';
import { readPublicKey } from './public-key.ts';

let alice: TestSigner;
let bob: TestSigner;
beforeAll(async () => {
  [alice, bob] = await Promise.all([createSigner('Alice'), createSigner('Bob')]);
});

const what = 'probe-1.0.jar.asc';
const maxBytes = 4_000_000;
const bodyOf = (body: string) => ({ sizeBytes: body.length, read: async () => Buffer.from(body) });
const check = (armored: string, body: string, signers: readonly TestSigner[]) =>
  verifyDetached(armored, bodyOf(body), { keys: signers.map(({ publicKey }) => publicKey), what, maxBytes });

describe('a detached signature', () => {
  it('by a published key is verified, and says by whom', async () => {
    const { fingerprint } = await readPublicKey(alice.publicKey);

    expect(await check(await alice.sign('the jar'), 'the jar', [bob, alice])).toEqual({
      status: 'verified',
      fingerprint,
      userId: 'Alice <alice@example.com>',
    });
  });

  it.each([0, 256 * 1024, 256 * 1024 + 1, 3_000_000])('holds for a file of %i bytes', async (length) => {
    const body = 'x'.repeat(length);

    expect(await check(await alice.sign(body), body, [alice])).toMatchObject({ status: 'verified' });
  });

  it('by an unpublished key is unverified', async () => {
    const { keyIds } = await readPublicKey(bob.publicKey);

    const found = await check(await bob.sign('the jar'), 'the jar', [alice]);

    expect(found).toEqual({ status: 'unverified', keyId: expect.stringMatching(/^[0-9A-F]{16}$/) });
    expect(keyIds).toContain('keyId' in found ? found.keyId : '');
    expect(await check(await bob.sign('the jar'), 'another', [])).toMatchObject({ status: 'unverified' });
  });

  it('of a file that is too large, or by an unknown key, is unverified without a look at the file', async () => {
    const armored = await alice.sign('the jar');
    const unread = {
      sizeBytes: maxBytes + 1,
      read: (): Promise<Buffer> => Promise.reject(new Error('the file was read')),
    };
    const keysOf = ({ publicKey }: TestSigner) => ({ keys: [publicKey], what, maxBytes });

    expect(await verifyDetached(armored, unread, keysOf(alice))).toMatchObject({
      status: 'unverified',
      reason: expect.stringContaining(`larger than ${maxBytes} bytes`),
    });
    expect(await verifyDetached(armored, { ...unread, sizeBytes: 7 }, keysOf(bob))).toEqual({
      status: 'unverified',
      keyId: expect.any(String),
    });
  });

  it('by several has to hold for each that is published', async () => {
    const both = async (first: string, second: string) => {
      const parts = [await alice.sign(first), await bob.sign(second)];
      const read = await Promise.all(parts.map((armoredSignature) => readSignature({ armoredSignature })));
      const packets = new PacketList<SignaturePacket>();
      packets.push(...read.flatMap((each) => [...each.packets]));
      return new Signature(packets).armor();
    };

    expect(await check(await both('x', 'x'), 'x', [bob, alice])).toMatchObject({
      status: 'verified',
      userId: 'Alice <alice@example.com>',
    });
    expect(await check(await both('other', 'x'), 'x', [bob])).toMatchObject({
      status: 'verified',
      userId: 'Bob <bob@example.com>',
    });
    await expect(
      both('x', 'other').then((armored) => check(armored, 'x', [bob, alice])),
    ).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  });

  it('of other bytes is refused', async () => {
    await expect(check(await alice.sign('the jar'), 'another jar', [alice])).rejects.toMatchObject({
      code: 'invalid_archive',
      detail: expect.stringContaining(`${what} does not hold`),
    });
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['an empty armor', '-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n'],
    ['a broken armor', '-----BEGIN PGP SIGNATURE-----\n\nwsC7BAABCgBv\n-----END PGP SIGNATURE-----\n'],
    ['bytes', '\u0000\u0001\u0002'.repeat(1000)],
  ])('that is %s is refused', async (_what, armored) => {
    await expect(check(armored, 'the jar', [alice])).rejects.toMatchObject({ code: 'invalid_archive' });
  });

  it('that is a key is refused', async () => {
    await expect(check(alice.publicKey, 'the jar', [alice])).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  });

  it('that is cut anywhere, or has one other character, never passes', async () => {
    const armored = await alice.sign('the jar');
    const middle = armored.indexOf('\n\n') + 10;
    const flipped =
      armored.slice(0, middle) + (armored[middle] === 'A' ? 'B' : 'A') + armored.slice(middle + 1);

    for (const broken of [armored.slice(0, middle), armored.slice(middle), flipped]) {
      const outcome = await check(broken, 'the jar', [alice]).then(
        ({ status }) => status,
        (error: { code: string }) => error.code,
      );
      expect(['invalid_archive', 'unverified']).toContain(outcome);
    }
  });
});

describe('a key', () => {
  it('is read with what people know it by', async () => {
    expect(await readPublicKey(`Comment\n${alice.publicKey}`)).toMatchObject({
      fingerprint: expect.stringMatching(/^[0-9A-F]{40}$/),
      userIds: ['Alice <alice@example.com>'],
      expiresAt: null,
      armored: expect.stringContaining('BEGIN PGP PUBLIC KEY BLOCK'),
    });
    const short = await createSigner('Carol', 86_400);
    expect((await readPublicKey(short.publicKey)).expiresAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    ['is private', () => alice.privateKey, 'private key'],
    ['is none', () => 'hello', 'no OpenPGP key'],
    ['is too long', () => alice.publicKey + ' '.repeat(70_000), 'at most'],
  ])('that %s is refused', async (_what, armored, reason) => {
    await expect(readPublicKey(armored())).rejects.toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining(reason),
    });
  });
});
