import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { createSigstore, type TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { policyClient } from '../../support/policy.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, send } from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);
const statement = 'https://docs.pypi.org/attestations/publish/v1';

describe.skipIf(isMissing)('gems with attestations', () => {
  let sigstore: TestSigstore;
  let stranger: TestSigstore;
  let platform: SharedPlatform;
  let alice: TestUser;
  let gems: ReturnType<typeof gemsClient>;
  beforeAll(async () => {
    [sigstore, stranger] = [await openRunSigstore(), await createSigstore()];
    platform = await startOpenPlatform();
    alice = await platform.createUser();
    gems = gemsClient(platform.url, alice.token);
  });
  afterAll(async () => {
    await platform?.stop();
  });

  const newName = () => uniqueName('probe').toLowerCase();
  /** Publishes a gem and registers its trusted publisher. */
  async function trusted(): Promise<string> {
    const name = newName();
    await gems.pushGem({ name, version: '0.1.0' });
    const issuer = 'https://token.actions.githubusercontent.com';
    const body = { issuer, repository: 'acme/probe', workflow_ref: '*' };
    const url = publishersUrl(platform, 'rubygems', name);
    expect((await send('POST', url, { bearer: alice.session, body })).status).toBe(201);
    return name;
  }
  async function push(gem: Buffer, bundles: readonly string[]): Promise<readonly [number, string]> {
    const form = new FormData();
    form.append('gem', new Blob([new Uint8Array(gem)], { type: 'application/octet-stream' }), 'probe.gem');
    form.append('attestations', new Blob([`[${bundles.join()}]`], { type: 'application/json' }));
    const headers = { authorization: alice.token };
    const answer = await gems.ask('api/v1/gems', { method: 'POST', headers, body: form });
    return [answer.status, await answer.text()];
  }

  it('show what they came with, whether the gem was signed or a statement about it', async () => {
    const name = await trusted();
    const gem = await buildGem({ name, version: '1.0.0' });
    const about = { name: `${name}-1.0.0.gem`, digest: { sha256: sha256Hex(gem) }, predicateType: statement };

    const pushed = await push(gem, [await sigstore.sign(gem), await sigstore.attest(about)]);

    expect(pushed).toEqual([200, `Successfully registered gem: ${name} (1.0.0)`]);
    const shown = await gems.ask(`api/v1/attestations/${name}-1.0.0.json`);
    expect(shown.headers.get('content-type')).toContain('application/json');
    expect(await shown.json()).toEqual([
      expect.objectContaining({ messageSignature: expect.anything() }),
      expect.objectContaining({ dsseEnvelope: expect.anything() }),
    ]);
    expect(await gems.textOf(`info/${name}`)).toContain(`|checksum:${sha256Hex(gem)},`);
    expect(await (await gems.ask(`api/v1/gems/${name}.json`)).json()).toMatchObject({ sha: sha256Hex(gem) });
    expect(await (await gems.ask(`api/v1/versions/${name}.json`)).json()).toContainEqual(
      expect.objectContaining({ sha: sha256Hex(gem) }),
    );
  });

  it('meet a policy that asks for attestations, and none that asks for signatures', async () => {
    const policies = policyClient(platform, alice);
    const name = await trusted();
    const [attested, later] = await Promise.all(
      ['1.0.0', '3.0.0'].map((version) => buildGem({ name, version })),
    );
    if (!attested || !later) throw new Error('a gem is missing');
    await policies.setPolicy({ require_attestation: true });

    await push(attested, [await sigstore.sign(attested)]);
    await push(await buildGem({ name, version: '2.0.0' }), []);

    await policies.expectState(['rubygems', name, '1.0.0'], 'published');
    await policies.expectState(['rubygems', name, '2.0.0'], 'held');
    await policies.setPolicy({ require_signature: true });
    await push(later, [await sigstore.sign(later)]);
    await policies.expectState(['rubygems', name, '3.0.0'], 'held');
    await policies.setPolicy({});
  });

  it('have none without a bundle, or where the gem names no builds that may push it', async () => {
    const [name, unknown] = [newName(), newName()];
    const gem = await buildGem({ name: unknown, version: '1.0.0' });

    expect((await push(gem, [await sigstore.sign(gem)]))[0]).toBe(200);
    expect((await gems.ask(`api/v1/attestations/${unknown}-1.0.0.json`)).status).toBe(404);

    expect((await push(await buildGem({ name, version: '1.0.0' }), []))[0]).toBe(200);
    expect((await gems.ask(`api/v1/attestations/${name}-1.0.0.json`)).status).toBe(404);
    expect((await gems.ask(`api/v1/attestations/${newName()}-1.0.0.json`)).status).toBe(404);
  });

  it('of another gem, another authority or no form at all are refused, and nothing stays', async () => {
    const name = newName();
    const gem = await buildGem({ name, version: '1.0.0' });
    const other = await buildGem({ name, version: '2.0.0' });
    const about = (sha256: string) =>
      sigstore.attest({ name: 'x', digest: { sha256 }, predicateType: statement });

    const refusals = [
      await push(gem, [await sigstore.sign(other)]),
      await push(gem, [await about(sha256Hex(other))]),
      await push(gem, [await stranger.sign(gem)]),
      await push(gem, [await sigstore.sign(gem), await stranger.sign(gem)]),
      await push(gem, ['{"a": 1}']),
      await push(gem, ['{']),
      await push(
        gem,
        Array.from({ length: 11 }, () => '{}'),
      ),
      await push(gem, [`"${'x'.repeat(300 << 10)}"`]),
    ];

    expect(refusals.map(([status]) => status)).toEqual([422, 422, 422, 422, 400, 400, 400, 400]);
    expect((await gems.ask(`info/${name}`)).status).toBe(404);
  });

  it('of a build that may not publish the gem are refused', async () => {
    const name = await trusted();
    const gem = await buildGem({ name, version: '1.1.0' });

    const elsewhere = await push(gem, [await sigstore.sign(gem, { repository: 'evil/probe' })]);
    const ours = await push(gem, [await sigstore.sign(gem)]);

    expect(elsewhere).toEqual([422, expect.stringContaining('no trusted publisher')]);
    expect(ours[0]).toBe(200);
  });
});
