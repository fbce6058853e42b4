import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { startPlatform, type TestUser } from '../../support/platform.ts';
import { layerOf } from '../oci/layers.ts';
import { cannotRun, createMachine, type Machine } from '../oci/machine.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(await cannotRun('buildah', 'skopeo', 'helm'))('the guide to images', () => {
  let url: string;
  let alice: TestUser;
  let machine: Machine;
  let reader: Reader;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    alice = await platform.createUser();
    machine = await createMachine();
    const words = [
      ['127.0.0.1:8080', new URL(url).host],
      ['pub_…', alice.token],
      [/\balice\b/g, alice.username],
      ['"tools"', `"${uniqueName('tools').toLowerCase()}"`],
    ] as const;
    // no credential file exists before the log-in of the guide
    const own = { REGISTRY_AUTH_FILE: undefined, DOCKER_CONFIG: undefined, url, session: alice.session };
    reader = await readAs('oci', words, { ...machine.environment, ...own });
  });
  afterAll(async () => {
    await reader?.remove();
    await machine?.remove();
  });

  test('claims a namespace, and pushes and pulls an image and a chart', async () => {
    await reader.write('layer.tgz', await layerOf('motd', 'hello'));

    const ran = await reader.follow({
      leftOut: [
        [/^docker/, 'its daemon needs rights that tests have nowhere'],
        [/^podman/, 'pushes with the code that buildah has'],
      ],
      before: [
        [
          /^buildah push/,
          'container=$(buildah from scratch) && buildah add $container layer.tgz / && buildah commit $container probe',
        ],
        [/^helm push/, 'helm create probe && helm package probe --version 1.2.3'],
        [/^helm pull/, 'rm probe-1.2.3.tgz'],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const tags = await fetch(`${url}/v2/${alice.username}/probe/tags/list`);
    expect(await tags.json()).toMatchObject({ tags: ['1.0'] });
  }, 240_000);
});
