import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, dependency, projectPom, type Workspace } from './maven.ts';

describe.skipIf(cannotRun)('another version of mvn', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  test.each([
    ['3.9', ['.jar', '.pom']],
    // Maven 4 also deploys the POM of the build
    ['4', ['-build.pom', '.jar', '.pom']],
  ] as const)(
    '%s deploys a library, and another project builds with it',
    async (version, endings) => {
      const url = `${platform.url}/maven/`;
      const library = newCoordinates('1.0.0');
      const range = dependency({ ...library, version: '[1.0,2.0)' });
      await workspace.write('library/pom.xml', projectPom({ ...library, url }));
      await workspace.write(
        'library/src/main/java/probe/Probe.java',
        'package probe; public class Probe { public static String name() { return "probe"; } }',
      );
      const inside = `<dependencies>${range}</dependencies>`;
      await workspace.write('user/pom.xml', projectPom({ ...library, artifact: 'user', url, inside }));
      await workspace.write(
        'user/src/main/java/user/User.java',
        'package user; public class User { String name = probe.Probe.name(); }',
      );

      const deployed = await workspace.otherMvn(version, 'library', 'deploy');
      await workspace.forget(library.group);
      const built = await workspace.otherMvn(version, 'user', 'package', '-U', '-C');

      expect(deployed, deployed.output).toMatchObject({ code: 0 });
      expect(built, built.output).toMatchObject({ code: 0 });
      const folder = `${url}${library.group.replaceAll('.', '/')}/probe/1.0.0`;
      const listing = await (await fetch(`${folder}/`)).text();
      expect(listing.match(/>probe-1\.0\.0[^<]*\.(?:jar|pom)</g)).toEqual(
        endings.map((ending) => `>probe-1.0.0${ending}<`),
      );
    },
    400_000,
  );
});
