import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { PackedFile } from './folder.ts';
import { zip } from './zip.ts';

const Nuspec = z.object({
  package: z.object({ metadata: z.object({ id: z.string(), version: z.string() }) }),
});

export interface PackedNupkg {
  id: string;
  version: string;
  archive: Buffer;
}

/**
 * The package that `nuget pack` creates from a folder: its files, with the parts of the Open Packaging Conventions.
 */
export async function packNupkg(files: readonly PackedFile[]): Promise<PackedNupkg> {
  const nuspec = files.find((file) => /^[^/]+\.nuspec$/.test(file.path));
  if (nuspec === undefined) throw new Error('the example has no nuspec');
  const parser = new XMLParser({ parseTagValue: false });
  const { metadata } = Nuspec.parse(parser.parse(nuspec.content.toString('utf8'))).package;
  const parts = [
    { path: '_rels/.rels', content: Buffer.from(relationships(nuspec.path)) },
    { path: '[Content_Types].xml', content: Buffer.from(contentTypes(files)) },
  ];
  return { ...metadata, archive: await zip([...parts, ...files]) };
}

const head = '<?xml version="1.0" encoding="utf-8"?>\n';
const packagingUrl = 'http://schemas.openxmlformats.org/package/2006';

function relationships(nuspec: string): string {
  return `${head}<Relationships xmlns="${packagingUrl}/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/${nuspec}" Id="R1" />
</Relationships>
`;
}

/** The part types: by extension, except for one part without a real extension, which is listed by name. */
function contentTypes(files: readonly PackedFile[]): string {
  const extensions = new Set(files.map((file) => /\.([A-Za-z0-9]+)$/.exec(file.path)?.[1]));
  const types = [...extensions]
    .filter((extension) => extension !== undefined)
    .map((extension) => `  <Default Extension="${extension}" ContentType="application/octet" />`);
  const named = files
    .filter((file) => !/\.[A-Za-z0-9]+$/.test(file.path))
    .map((file) => `  <Override PartName="/${file.path}" ContentType="application/octet" />`);
  return `${head}<Types xmlns="${packagingUrl}/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
${[...types, ...named].join('\n')}
</Types>
`;
}
