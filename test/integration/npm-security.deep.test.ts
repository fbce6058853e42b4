import { createHash, createPublicKey, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSigstore, type TestSigstore } from '../../ecosystems/sigstore/fixtures/sigstore.ts';
import { publishDocument } from '../../ecosystems/npm/fixtures/tarball.ts';
import { importAdvisories, osvArchive } from '../support/advisories.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { escapedName, publishNpm } from '../support/npm.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { policyClient } from '../support/policy.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { publishersUrl, send } from '../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

const uniqueName = (stem: string) => `${stem}-${randomBytes(8).toString('hex')}`;

interface Dist {
  integrity: string;
  signatures: { keyid: string; sig: string }[];
  attestations?: { url: string; provenance: { predicateType: string } };
}

interface Packument {
  versions: Record<string, { dist: Dist }>;
  time: Record<string, string>;
}

interface Key {
  keyid: string;
  key: string;
  expires: string | null;
}

describe.skipIf(isMissing)('npm security', () => {
  let issuer: Issuer;
  let sigstore: TestSigstore;
  let folder: string;
  let platform: PackagePlatform;
  let alice: TestUser;

  beforeAll(async () => {
    [issuer, sigstore] = await Promise.all([startIssuer(), createSigstore()]);
    folder = await mkdtemp(join(tmpdir(), 'rookery-sigstore-'));
    const rootFile = join(folder, 'root.json');
    await writeFile(rootFile, sigstore.trustedRoot);
    platform = await startPackagePlatform({
      OIDC_ISSUERS: issuer.url,
      SIGSTORE_TRUSTED_ROOT: rootFile,
    });
    alice = await platform.createUser();
  });
  afterAll(async () => {
    await platform.stop();
    await issuer.stop();
    await rm(folder, { recursive: true });
  });

  const registry = () => `${platform.url}/npm`;

  const publish = (name: string, version: string, token: string, more = {}) =>
    publishNpm(registry(), { name, version }, token, more);

  async function read(name: string, token?: string): Promise<Packument> {
    const { status, body } = await send(
      'GET',
      `${registry()}/${escapedName(name)}`,
      token === undefined ? {} : { bearer: token },
    );
    expect(status).toBe(200);
    // tests assert the members that they read
    return body as unknown as Packument;
  }

  const sha512Of = async (name: string, version: string) =>
    createHash('sha512')
      .update((await publishDocument({ name, version })).tarball)
      .digest('hex');

  async function attest(name: string, version: string, build = {}) {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return sigstore.attest({ name: purl, digest: { sha512: await sha512Of(name, version) } }, build);
  }

  const trust = (name: string, rules: object) =>
    send('POST', publishersUrl(platform, 'npm', encodeURIComponent(name)), {
      bearer: alice.session,
      body: { issuer: issuer.url, ...rules },
    });

  describe('signatures', () => {
    const listKeys = async () => (await send('GET', `${registry()}/-/npm/v1/keys`)).body['keys'] as Key[];

    async function isSigned(name: string): Promise<boolean> {
      const { dist } = (await read(name)).versions['1.0.0'] ?? {};
      const [signature] = dist?.signatures ?? [];
      const key = (await listKeys()).find(({ keyid }) => keyid === signature?.keyid);
      const publicKey = createPublicKey({
        key: Buffer.from(key?.key ?? '', 'base64'),
        format: 'der',
        type: 'spki',
      });
      return createVerify('SHA256')
        .update(`${name}@1.0.0:${dist?.integrity}`)
        .verify(publicKey, signature?.sig ?? '', 'base64');
    }

    test('of every release hold with the keys that are handed out, also after the key has changed', async () => {
      const [before, after] = [uniqueName('@' + alice.username + '/signed'), uniqueName('signed')];
      await publish(before, '1.0.0', alice.token);
      const [old] = await listKeys();
      const isSignedBefore = await isSigned(before);

      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const SIGNING_KEY = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      for (const role of ['worker', 'api'] as const) {
        await platform.roles[role].stop();
        platform.roles[role] = await platform.roles[role].restart({ SIGNING_KEY });
      }
      await publish(after, '1.0.0', alice.token);
      const keys = await listKeys();

      expect(old).toMatchObject({
        keytype: 'ecdsa-sha2-nistp256',
        scheme: 'ecdsa-sha2-nistp256',
        expires: null,
      });
      expect(isSignedBefore).toBe(true);
      expect(keys.map(({ keyid }) => keyid)).toEqual([
        expect.not.stringContaining(old?.keyid ?? ''),
        old?.keyid,
      ]);
      expect(keys.map(({ expires }) => expires)).toEqual([null, expect.any(String)]);
      expect([await isSigned(before), await isSigned(after)]).toEqual([true, true]);
      const published = (await read(before)).time['1.0.0'] ?? '';
      expect(Date.parse(published)).toBeLessThan(Date.parse(keys[1]?.expires ?? ''));
    });
  });

  describe('provenance', () => {
    /** Publishes a package and registers its trusted publisher. */
    async function trusted(name: string, access = 'public'): Promise<string> {
      await publish(name, '0.1.0', alice.token, { access });
      const rules = { issuer: 'https://token.actions.githubusercontent.com', repository: 'acme/probe' };
      expect((await trust(name, { ...rules, workflow_ref: '*' })).status).toBe(201);
      return name;
    }

    test('meets a policy that asks for attestations', async () => {
      const policies = policyClient(platform, alice);
      const name = await trusted(`@${alice.username}/${uniqueName('asked')}`);
      const unknown = `@${alice.username}/${uniqueName('unknown')}`;
      await policies.setPolicy({ require_attestation: true });

      await publish(name, '1.0.0', alice.token, { bundle: await attest(name, '1.0.0') });
      await publish(name, '2.0.0', alice.token);
      await publish(unknown, '1.0.0', alice.token, { bundle: await attest(unknown, '1.0.0') });

      await policies.expectState(['npm', name, '1.0.0'], 'published');
      await policies.expectState(['npm', name, '2.0.0'], 'held');
      // the package has no trusted publisher
      await policies.expectState(['npm', unknown, '1.0.0'], 'held');
      await policies.setPolicy({});
    });

    test('that is genuine is kept and served', async () => {
      const name = await trusted(`@${alice.username}/${uniqueName('proven')}`);
      const bundle = await attest(name, '1.0.0');

      const published = await publish(name, '1.0.0', alice.token, { bundle });
      const { attestations } = (await read(name)).versions['1.0.0']?.dist ?? {};
      const served = await send('GET', attestations?.url ?? '');
      const spelled = await send('GET', `${registry()}/-/npm/v1/attestations/${name}@1.0.0`);

      expect(published.status).toBe(200);
      expect(attestations).toEqual({
        url: `${registry()}/-/npm/v1/attestations/${escapedName(name)}@1.0.0`,
        provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
      });
      expect(served.status).toBe(200);
      const [{ predicateType, bundle: kept }] = served.body['attestations'] as [Record<string, unknown>];
      expect(predicateType).toBe('https://slsa.dev/provenance/v1');
      expect(kept).toMatchObject({ dsseEnvelope: { payload: JSON.parse(bundle).dsseEnvelope.payload } });
      expect(spelled.body).toEqual(served.body);
    });

    test('that is about something else, of strangers, or no bundle at all, stops the publish', async () => {
      const name = uniqueName('unproven');
      const stranger = await createSigstore();
      const honest = { name: `pkg:npm/${name}@1.0.0`, digest: { sha512: await sha512Of(name, '1.0.0') } };
      const cases: [string, number, RegExp][] = [
        [await attest(name, '1.0.1'), 422, /is about pkg:npm/],
        [await sigstore.attest({ ...honest, digest: { sha512: '0'.repeat(128) } }), 422, /another tarball/],
        [await stranger.attest(honest), 422, /not valid/],
        ['{}', 400, /no Sigstore bundle/],
      ];

      for (const [bundle, status, sentence] of cases) {
        const answer = await publish(name, '1.0.0', alice.token, { bundle });

        expect([answer.status, answer.body['error']]).toEqual([status, expect.stringMatching(sentence)]);
      }
      expect((await send('GET', `${registry()}/${name}`)).status).toBe(404);
    });

    test('must be of a trusted publisher where a package has some', async () => {
      const name = uniqueName('trusted');
      await publish(name, '1.0.0', alice.token);
      await trust(name, { repository: `acme/${name}`, workflow_ref: 'release.yml' });
      const build = { issuer: issuer.url, repository: `acme/${name}` };
      const attempt = async (version: string, changes: object) =>
        publish(name, version, alice.token, {
          bundle: await attest(name, version, { ...build, ...changes }),
        });

      const refused = [
        await attempt('1.0.1', { repository: 'mallory/probe' }),
        await attempt('1.0.1', { workflow: 'other.yml' }),
        await attempt('1.0.1', { issuer: 'https://token.actions.githubusercontent.com' }),
      ];
      const accepted = await attempt('1.0.1', {});

      for (const { status, body } of refused) {
        expect([status, body['error']]).toEqual([422, expect.stringContaining('no trusted publisher')]);
      }
      expect(accepted.status).toBe(200);
    });

    test('of versions without, of what is private and of what is not there is not found', async () => {
      const [plain, secret] = [uniqueName('plain'), `@${alice.username}/${uniqueName('secret')}`];
      await publish(plain, '1.0.0', alice.token);
      await trusted(secret, 'restricted');
      await publish(secret, '1.0.0', alice.token, {
        bundle: await attest(secret, '1.0.0'),
        access: 'restricted',
      });
      const ask = (spec: string, bearer?: string) =>
        send(
          'GET',
          `${registry()}/-/npm/v1/attestations/${escapedName(spec)}`,
          bearer === undefined ? {} : { bearer },
        );

      for (const spec of [`${plain}@1.0.0`, `${secret}@1.0.0`, 'nothing@1.0.0', 'nothing', 'x@y', '@a/b@1']) {
        expect((await ask(spec)).status).toBe(404);
      }
      expect((await ask(`${secret}@1.0.0`, alice.token)).status).toBe(200);
    });
  });

  describe('audits', () => {
    const bulkUrl = () => `${registry()}/-/npm/v1/security/advisories/bulk`;
    const bulk = (body: unknown, bearer?: string) =>
      send('POST', bulkUrl(), { body, ...(bearer === undefined ? {} : { bearer }) });
    const [elsewhere, hidden] = [uniqueName('elsewhere'), uniqueName('hidden')];

    beforeAll(async () => {
      const events = [{ introduced: '1.0.0' }, { fixed: '1.2.0' }];
      const affect = (id: string, name: string, severity?: string) => ({
        id,
        ...(severity === undefined ? {} : { severity }),
        affected: [{ name, ecosystem: 'npm', events }],
      });
      const imported = await importAdvisories(
        platform,
        'npm',
        osvArchive([
          affect('GHSA-aaaa-bbbb-cccc', elsewhere, 'MODERATE'),
          affect('GHSA-dddd-eeee-ffff', hidden),
        ]),
      );
      if (imported.code !== 0) throw new Error(imported.output);
      await publish(hidden, '1.0.0', alice.token, { access: 'restricted' });
    });

    test('know packages that are not here, and say nothing about versions that are fine', async () => {
      const answer = await bulk({ [elsewhere]: ['1.1.0', '1.2.0'], [uniqueName('unknown')]: ['1.0.0'] });
      const fine = await bulk({ [elsewhere]: ['1.2.0', '0.9.0', 'no version'] });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        [elsewhere]: [
          {
            id: expect.any(Number),
            url: expect.stringContaining('GHSA-aaaa-bbbb-cccc'),
            title: 'What is wrong: GHSA-aaaa-bbbb-cccc',
            severity: 'moderate',
            vulnerable_versions: '>=1.0.0 <1.2.0',
            cwe: [],
            cvss: { score: 0, vectorString: null },
          },
        ],
      });
      expect(fine.body).toEqual({});
    });

    test('say nothing about a package here that the caller may not read', async () => {
      const asked = { [hidden]: ['1.0.0'] };

      expect((await bulk(asked)).body).toEqual({});
      expect((await bulk(asked, (await platform.createUser()).token)).body).toEqual({});
      expect(Object.keys((await bulk(asked, alice.token)).body)).toEqual([hidden]);
    });

    test('take compressed bodies', async () => {
      const response = await fetch(bulkUrl(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify({ [elsewhere]: ['1.0.0'] })),
      });

      expect(response.status).toBe(200);
      expect(Object.keys((await response.json()) as object)).toEqual([elsewhere]);
    });

    test('show old clients where in their tree it is', async () => {
      const body = {
        name: 'project',
        version: '1.0.0',
        requires: {},
        dependencies: {
          outer: {
            version: '2.0.0',
            dependencies: { [elsewhere]: { version: '1.0.0', dev: true } },
          },
          [elsewhere]: { version: '1.2.0' },
        },
      };

      for (const path of ['audits', 'audits/quick']) {
        const answer = await send('POST', `${registry()}/-/npm/v1/security/${path}`, { body });
        const [advisory] = Object.values(
          answer.body['advisories'] as Record<string, Record<string, unknown>>,
        );

        expect(answer.status).toBe(200);
        expect(advisory).toMatchObject({
          module_name: elsewhere,
          patched_versions: '>=1.2.0',
          findings: [{ version: '1.0.0', paths: [`outer>${elsewhere}`], dev: true }],
        });
        expect(answer.body).toMatchObject({
          muted: [],
          actions: [{ action: 'review', module: elsewhere, resolves: [{ path: `outer>${elsewhere}` }] }],
          metadata: { vulnerabilities: { moderate: 1, high: 0 }, totalDependencies: 3, devDependencies: 1 },
        });
      }
    });

    const gzip = { 'content-encoding': 'gzip' };
    test.each<[string, string | Uint8Array<ArrayBuffer> | undefined, Record<string, string>, number]>([
      ['no body', undefined, {}, 400],
      ['no JSON', '{', {}, 400],
      ['an array', '[]', {}, 400],
      ['versions that are no list', '{"probe": "1.0.0"}', {}, 400],
      ['versions that are no text', '{"probe": [1]}', {}, 400],
      ['no gzip', '{}', gzip, 400],
      ['half a gzip', gzipSync('{"a":[]}').subarray(0, 12), gzip, 400],
      ['a bomb', gzipSync(Buffer.alloc(64 << 20, 32)), gzip, 413],
      ['another compression', '{}', { 'content-encoding': 'br' }, 415],
    ])('%s is refused', async (_what, body, headers, status) => {
      for (const path of ['advisories/bulk', 'audits', 'audits/quick']) {
        // the tree of an audit may have unknown members
        if (path !== 'advisories/bulk' && String(body).startsWith('{"probe"')) continue;
        const response = await fetch(`${registry()}/-/npm/v1/security/${path}`, {
          method: 'POST',
          headers,
          ...(body === undefined ? {} : { body }),
        });

        expect([path, response.status]).toEqual([path, status]);
        expect(await response.json()).toEqual({ error: expect.any(String) });
      }
    });
  });
});
