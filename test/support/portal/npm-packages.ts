import { documentFor, buildTarball } from '../../../ecosystems/npm/fixtures/tarball.ts';
import { escapedName, npmRequests } from '../npm.ts';

interface NpmDraft {
  name: string;
  version: string;
  readme?: string;
  /** Further members of the manifest. */
  manifest?: Record<string, unknown>;
  /** Further files, by their path in the tarball. */
  files?: Record<string, string | Buffer>;
}

/** Publishes a public package as the real client does. @throws Error if it is refused or held */
export async function publishToNpm(url: string, token: string, draft: NpmDraft): Promise<void> {
  const { name, version, readme = `# ${name}\n`, manifest: more = {}, files = {} } = draft;
  const manifest = { name, version, ...more };
  const tarball = await buildTarball({
    'package/package.json': JSON.stringify(manifest),
    'package/index.js': `module.exports = '${version}';\n`,
    'package/README.md': readme,
    ...files,
  });
  const body = documentFor(manifest, tarball);
  const answer = await npmRequests(`${url}/npm`).ask('PUT', `/${escapedName(name)}`, { token, body });
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
}
