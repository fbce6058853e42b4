import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { attestationOf } from '../../../ecosystems/pypi/fixtures/attestation.ts';
import type { TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { newProject, pypiClient, wheel } from '../../support/distributions.ts';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';
import { cannotRun, createWorkspace, type Workspace } from './python.ts';

const predicateType = 'https://docs.pypi.org/attestations/publish/v1';
/** A repository for each project: a build that two projects trust would have to name its project. */
const sourceOf = (name: string) => `acme/${name}`;

describe.skipIf(cannotRun)('attestations of upload tools', () => {
  let issuer: Issuer;
  let sigstore: TestSigstore;
  let platform: SharedPlatform;
  let author: TestUser;
  let workspace: Workspace;
  beforeAll(async () => {
    [issuer, sigstore, workspace] = await Promise.all([
      startIssuer({ isTrusted: true }),
      openRunSigstore(),
      createWorkspace(),
    ]);
    platform = await startOpenPlatform();
    author = await platform.createUser();
  }, 600_000);
  afterAll(async () => {
    await platform?.stop();
    await issuer?.stop();
    await workspace?.remove();
  });

  /** A project that trusts the build, and the token that the build exchanged. */
  async function trusted(): Promise<{ name: string; token: string }> {
    const name = newProject();
    const client = pypiClient(platform.url, author.token);
    expect(await client.upload({ name, version: '0.1' })).toEqual([200, 'OK']);
    const repository = sourceOf(name);
    const body = { issuer: issuer.url, repository, workflow_ref: 'release.yml' };
    const url = publishersUrl(platform, 'pypi', name);
    expect((await send('POST', url, { bearer: author.session, body })).status).toBe(201);
    const identity = await issuer.sign(runOf(repository, new URL(platform.url).host));
    const minted = await send('POST', `${platform.url}/_/oidc/mint-token`, { body: { token: identity } });
    return { name, token: String(minted.body['token']) };
  }

  /** A wheel with an attestation beside it, as build actions write them, in a new folder. */
  async function built(
    name: string,
    of: string = sourceOf(name),
  ): Promise<{ dist: string; filename: string }> {
    const { filename, body } = wheel({ name, version: '1.0' });
    const bundle = await sigstore.attest(
      { name: filename, digest: { sha256: sha256Hex(body) }, predicateType },
      {
        issuer: issuer.url,
        repository: of,
        repositoryOwnerId: '42',
        workflow: 'release.yml',
        environment: 'prod',
      },
    );
    const dist = `dist-${name}-${of.replace('/', '-')}`;
    await workspace.write(`${dist}/${filename}.publish.attestation`, JSON.stringify(attestationOf(bundle)));
    await writeFile(join(workspace.folder, dist, filename), body);
    return { dist, filename };
  }

  const publish = {
    twine: (token: string, dist: string, filename: string) =>
      workspace.tool('twine', [
        'upload',
        '--attestations',
        '--non-interactive',
        '--disable-progress-bar',
        '--repository-url',
        `${platform.url}/pypi/legacy/`,
        '-u',
        '__token__',
        '-p',
        token,
        `${dist}/${filename}`,
        `${dist}/${filename}.publish.attestation`,
      ]),
    uv: (token: string, dist: string) =>
      workspace.tool('uv', [
        'publish',
        '--trusted-publishing',
        'never',
        '--publish-url',
        `${platform.url}/pypi/legacy/`,
        '--token',
        token,
        `${dist}/*`,
      ]),
  };

  test.each(['twine', 'uv'] as const)('%s sends them, and the index links to them', async (tool) => {
    const { name, token } = await trusted();
    const { dist, filename } = await built(name);

    const sent = await publish[tool](token, dist, filename);

    expect(sent, sent.output).toMatchObject({ code: 0 });
    const { body } = await pypiClient(platform.url, '').page(name);
    const { files } = body as unknown as { files: { filename: string; provenance: string | null }[] };
    const provenance = files.find((file) => file.filename === filename)?.provenance ?? '';
    const served = await (await fetch(provenance)).json();
    expect(served).toMatchObject({
      version: 1,
      attestation_bundles: [
        {
          publisher: { repository: sourceOf(name), workflow: 'release.yml' },
          attestations: [{ version: 1 }],
        },
      ],
    });
  });

  test('twine sends them with a stored token where the policy lets it, and says why not elsewhere', async () => {
    const { name } = await trusted();
    const { dist, filename } = await built(name);
    const refused = await publish.twine(author.token, dist, filename);
    const url = `${platform.url}/v1/repositories/${author.username}/policy`;
    const body = { allow_token_attestations: true };
    expect((await send('PUT', url, { bearer: author.session, body })).status).toBe(200);

    const sent = await publish.twine(author.token, dist, filename);

    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output.replaceAll(/\s+/g, ' ')).toContain('a stored token uploads without them');
    expect(sent, sent.output).toMatchObject({ code: 0 });
  });

  test.each(['twine', 'uv'] as const)('%s says why those of another build are refused', async (tool) => {
    const { name, token } = await trusted();
    const { dist, filename } = await built(name, 'acme/foreign');

    const sent = await publish[tool](token, dist, filename);

    expect(sent.code, sent.output).not.toBe(0);
    expect(sent.output.replaceAll(/\s+/g, ' ')).toContain('not the trusted publisher');
    const { body } = await pypiClient(platform.url, '').page(name);
    expect(body).toMatchObject({ versions: ['0.1'] });
  });
});
