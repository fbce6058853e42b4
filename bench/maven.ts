import { createHash, randomBytes } from 'node:crypto';
import { metadataOf, pomOf } from '../ecosystems/maven/fixtures/pom.ts';
import { buildZip } from '../ecosystems/zip-of-files.ts';
import { compareSides, readSettings, reportComparisons, type Side } from './support/compare.ts';
import { startFileServer } from './support/file-server.ts';
import { startDurablePlatform } from './support/platform.ts';
import { say } from './support/report.ts';
import { expectOk, expectVisible } from './support/visible.ts';

const settings = readSettings();
say('starting the platform and a file server');
await using files = await startFileServer();
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();

/** Deploys like build tools do: each file with a checksum, then the list of versions. */
function createSide(base: string, group: string, headers: Record<string, string>): Side {
  const folderOf = (artifact: string) => `${base}/${group.replaceAll('.', '/')}/${artifact}`;
  const versions = new Map<string, string[]>();
  const put = async (url: string, body: string | Buffer) => {
    const bytes = new Uint8Array(Buffer.from(body));
    await expectOk(await fetch(url, { method: 'PUT', headers, body: bytes }));
  };
  return {
    async prepare(artifact, version) {
      const jar = buildZip([{ path: 'filler.bin', body: randomBytes(settings.bytes) }]);
      const pom = Buffer.from(pomOf({ group, artifact, version }));
      const all = [...(versions.get(artifact) ?? []), version];
      versions.set(artifact, all);
      const metadata = metadataOf({ group, artifact, versions: all });
      const folder = folderOf(artifact);
      return async () => {
        for (const [ending, body] of [['jar', jar] as const, ['pom', pom] as const]) {
          const url = `${folder}/${version}/${artifact}-${version}.${ending}`;
          await put(url, body);
          await put(`${url}.sha1`, createHash('sha1').update(body).digest('hex'));
        }
        await put(`${folder}/maven-metadata.xml`, metadata);
        await expectVisible(`${folder}/maven-metadata.xml`, `<version>${version}</version>`);
      };
    },
    documentUrl: (artifact) => `${folderOf(artifact)}/maven-metadata.xml`,
    fileUrl: (artifact, version) => `${folderOf(artifact)}/${version}/${artifact}-${version}.jar`,
  };
}

const group = 'org.bench.files';
const ours = createSide(`${platform.url}/maven`, group, { authorization: `Bearer ${token}` });
const theirs = createSide(files.url, group, {});
reportComparisons('Maven', await compareSides('file server', { ours, theirs }, settings));
