import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GemDraft, packGem, signGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { type Authority, createAuthority, openssl, opensslMissing } from '../../support/certificates.ts';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { policyClient } from '../../support/policy.ts';
import { isSkipped } from '../../support/tool.ts';

describe.skipIf(isSkipped(openssl, opensslMissing))('a signed gem', () => {
  let platform: Platform;
  let gems: ReturnType<typeof gemsClient>;
  let authority: Authority;
  /** The root certificate, in PEM. */
  let root: string;
  let signer: { cert: string; key: string };
  let stranger: { cert: string; key: string };
  beforeAll(async () => {
    platform = await startPlatform();
    gems = gemsClient(platform.url, (await platform.createUser()).token);
    authority = await createAuthority();
    root = await readFile(authority.cert, 'utf8');
    [signer, stranger] = [await issue('alice.test'), await issue('stranger.test')];
  });
  afterAll(async () => {
    await authority?.[Symbol.asyncDispose]();
    await platform?.stop();
  });

  async function issue(name: string) {
    const { cert, key } = await authority.issue(name);
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  }
  const draftOf = (certificates: readonly string[]): GemDraft => ({
    name: uniqueName('probe').toLowerCase(),
    version: '1.0.0',
    certificates,
  });
  const pushed = async (members: Record<string, Buffer>) => {
    const answer = await gems.push(await packGem(members));
    return [answer.status, await answer.text()] as const;
  };

  it('is taken with the whole chain of who signed it', async () => {
    const draft = draftOf([root, signer.cert]);

    expect((await pushed(await signGem(draft, signer.key)))[0]).toBe(200);
    expect((await gems.ask(`gems/${draft.name}-1.0.0.gem`)).status).toBe(200);
  });

  it('meets a policy that asks for signatures, and none that asks for attestations', async () => {
    const author = await platform.createUser();
    const own = gemsClient(platform.url, author.token);
    const policies = policyClient(platform, author);
    const draft = draftOf([root, signer.cert]);
    const signed = async (version: string) => packGem(await signGem({ ...draft, version }, signer.key));
    await policies.setPolicy({ require_signature: true });

    await own.push(await signed('1.0.0'));
    await own.pushGem({ name: draft.name, version: '2.0.0' });

    await policies.expectState(['rubygems', draft.name, '1.0.0'], 'published');
    await policies.expectState(['rubygems', draft.name, '2.0.0'], 'held');
    await policies.setPolicy({ require_attestation: true });
    await own.push(await signed('3.0.0'));
    await policies.expectState(['rubygems', draft.name, '3.0.0'], 'held');
  });

  const broken: [string, () => Promise<Record<string, Buffer>>, RegExp][] = [
    ['by another key', () => signGem(draftOf([root, signer.cert]), stranger.key), /not of the gem's cert/],
    ['with no certificates', () => signGem(draftOf([]), signer.key), /signatures and no certificates/],
    [
      'with certificates alone',
      async () => {
        const {
          'metadata.gz.sig': _a,
          'data.tar.gz.sig': _b,
          ...rest
        } = await signGem(draftOf([root, signer.cert]), signer.key);
        return rest;
      },
      /has no signature of metadata/,
    ],
    [
      'with one member unsigned',
      async () => {
        const { 'data.tar.gz.sig': _left, ...rest } = await signGem(draftOf([root, signer.cert]), signer.key);
        return rest;
      },
      /has no signature of data/,
    ],
    ['with a chain that begins in the middle', () => signGem(draftOf([signer.cert]), signer.key), /no chain/],
    ['with a chain in another order', () => signGem(draftOf([signer.cert, root]), signer.key), /no chain/],
    [
      'with a certificate that is none',
      () => signGem(draftOf([root, 'hush']), signer.key),
      /can not be read/,
    ],
    [
      'with very many certificates',
      () => signGem(draftOf([...Array.from({ length: 11 }, () => root), signer.cert]), signer.key),
      /more than 10 certificates/,
    ],
    [
      'with noise for a signature',
      async () => ({
        ...(await signGem(draftOf([root, signer.cert]), signer.key)),
        'data.tar.gz.sig': Buffer.alloc(256, 1),
      }),
      /signature of data.tar.gz is not/,
    ],
    [
      'with a signature of megabytes',
      async () => ({
        ...(await signGem(draftOf([root, signer.cert]), signer.key)),
        'data.tar.gz.sig': Buffer.alloc(2_000_000, 1),
      }),
      /./,
    ],
  ];
  it.each(broken)('%s is refused', async (_what, build, sentence) => {
    expect(await pushed(await build())).toEqual([422, expect.stringMatching(sentence)]);
  });
});
