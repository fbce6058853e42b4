import { randomBytes } from 'node:crypto';
import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';

/** A unique id. */
export function uniqueId(name: string): string {
  return `${name}.${randomBytes(8).toString('hex')}x`;
}

/** A small library; `dependencies` are ids with minimum versions. */
export function library(id: string, version: string, dependencies: Record<string, string> = {}): Buffer {
  const elements = Object.entries(dependencies).map(
    ([name, min]) => `<dependency id="${name}" version="${min}" />`,
  );
  const group = `<dependencies><group targetFramework="net8.0">${elements.join('')}</group></dependencies>`;
  const metadata = `<readme>README.md</readme>${elements.length === 0 ? '' : group}`;
  return buildNupkg({
    id,
    version,
    files: [
      { path: `lib/net8.0/${id}.dll`, body: `library ${id} ${version}` },
      { path: 'README.md', body: `# ${id}` },
    ],
    nuspec: { metadata },
  });
}
