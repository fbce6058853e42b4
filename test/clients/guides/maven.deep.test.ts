import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { startPlatform } from '../../support/platform.ts';
import { cannotRun, createWorkspace, projectPom, type Workspace } from '../maven/maven.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to Maven', () => {
  const { group } = newCoordinates('1.0.0');
  let url: string;
  let reader: Reader;
  let workspace: Workspace;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    const alice = await platform.createUser();
    workspace = await createWorkspace(alice);
    const words = [
      ['http://127.0.0.1:8080', url],
      ['pub_…', alice.token],
      ['org.acme', group],
    ] as const;
    reader = await readAs('maven', words, {
      url,
      session: alice.session,
      MAVEN_ARGS: '',
      GNUPGHOME: undefined,
    });
  });
  afterAll(async () => {
    await reader?.remove();
    await workspace?.remove();
  });

  test('deploys, resolves, and publishes a key of the group', async () => {
    // the settings are the guide's; plugins come from the cache that the other tests fill
    await reader.write('.m2/settings.xml', reader.file('xml'));
    const pom = projectPom({ group, artifact: 'probe', version: '1.0.0', url: `${url}/maven/` });
    await reader.write('library/pom.xml', pom);
    await reader.write('library/src/main/java/probe/Probe.java', 'package probe; public class Probe {}');

    const ran = await reader.follow({
      folders: [[/^mvn/, 'library']],
      before: [
        [
          /^mvn deploy/,
          `mvn() { command mvn -B -ntp -s "$HOME/.m2/settings.xml" -Dmaven.repo.local='${workspace.cache}' "$@"; }`,
        ],
        [/^gpg/, 'gpg --batch --quiet --passphrase "" --quick-gen-key alice@example.com rsa3072 sign'],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const metadata = await fetch(`${url}/maven/${group.replaceAll('.', '/')}/probe/maven-metadata.xml`);
    expect(await metadata.text()).toContain('<version>1.0.0</version>');
    expect(ran.output).toContain('fingerprint');
  }, 300_000);
});
