import { beforeAll, describe, expect, test } from 'vitest';
import { createDigestBuilder } from '../../domain/digest.ts';
import { verifyFileBundle } from './file-bundle.ts';
import { createSigstore, type TestSigstore } from './fixtures/sigstore.ts';

let sigstore: TestSigstore;
beforeAll(async () => {
  sigstore = await createSigstore();
});

const pieceBytes = 64 * 1024;

/** A file that is readable only in pieces, and a counter of its reads. */
function fileOf(bytes: Buffer) {
  const digests = createDigestBuilder();
  digests.update(bytes);
  const file = {
    ...digests.digest(),
    reads: 0,
    async *pieces() {
      file.reads += 1;
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
  return file;
}

const verify = (text: string, file: ReturnType<typeof fileOf>) =>
  verifyFileBundle(Buffer.from(text), file, { root: sigstore.trustedRoot, what: 'the bundle' });

describe('a bundle beside a file', () => {
  test('that signs its bytes reads them once, in pieces', async () => {
    const bytes = Buffer.alloc(10 * pieceBytes + 7, 'probe');
    const file = fileOf(bytes);

    const { build } = await verify(await sigstore.sign(bytes), file);

    expect([build?.repository, file.reads]).toEqual(['acme/probe', 1]);
  });

  test('that signs a statement about it reads none', async () => {
    const file = fileOf(Buffer.from('probe'));
    const text = await sigstore.attest({ name: 'probe.jar', digest: { sha256: file.sha256 } });

    const { build } = await verify(text, file);

    expect([build?.repository, file.reads]).toEqual(['acme/probe', 0]);
  });

  test('that signs other bytes is refused', async () => {
    const text = await sigstore.sign(Buffer.from('probe'));

    await expect(verify(text, fileOf(Buffer.from('prone')))).rejects.toMatchObject({
      code: 'policy_violation',
    });
    const said = text.replace('SHA2_256', 'SHA3_256');
    await expect(verify(said, fileOf(Buffer.from('probe')))).rejects.toMatchObject({
      code: 'policy_violation',
    });
  });
});
