import { children, child, ownText, parseXml, textOf } from '../../xml/document.ts';

/** Maximum number of versions that are read: more than one deploy can have. */
const newest = 10;

/** The newest versions in a client's `maven-metadata.xml`. @throws DomainError `invalid_archive` */
export function versionsSaid(body: Buffer): string[] {
  const metadata = child(parseXml(body, { title: 'the metadata' }), 'metadata');
  const versioning = child(metadata, 'versioning');
  const listed = children(child(versioning, 'versions'), 'version').map((version) => ownText(version));
  const said = [textOf(versioning, 'release'), textOf(versioning, 'latest'), ...listed.slice(-newest)];
  return [...new Set(said)].filter((version) => version !== '');
}
