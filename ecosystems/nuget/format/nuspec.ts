import { limits } from './limits.ts';
import { cut } from '../../../domain/storable-text.ts';
import { DomainError } from '../../../domain/errors.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import { dependencyGroups, type ParsedGroup } from './dependency-groups.ts';
import type { PackageType } from './metadata.ts';
import { attribute, child, children, ownText, parseXml, textOf, type XmlNode } from '../../xml/document.ts';

/** Maximum bytes of an inflated nuspec. */
export const maxNuspecBytes = limits.nuspec.bytes;

export interface Identity {
  id: string;
  version: string;
}

/** A manifest with the author's values; absent texts are empty. */
export interface Nuspec extends Identity {
  authors: string[];
  title: string;
  summary: string;
  description: string;
  language: string;
  iconUrl: string;
  licenseUrl: string;
  projectUrl: string;
  license: { kind: 'expression' | 'file' | 'none'; value: string };
  /** Paths inside the package. */
  icon: string;
  readme: string;
  requireLicenseAcceptance: boolean;
  minClientVersion: string;
  tags: string[];
  groups: ParsedGroup[];
  packageTypes: PackageType[];
  repository: { type: string; url: string; branch: string; commit: string } | null;
}

/** The identity that a push needs before the package is opened in full. @throws DomainError `invalid_archive` */
export function parseIdentity(bytes: Buffer): Identity {
  return identityOf(metadataOf(bytes));
}

/** @throws DomainError `invalid_archive` */
export function parseNuspec(bytes: Buffer): Nuspec {
  const metadata = metadataOf(bytes);
  return {
    ...identityOf(metadata),
    authors: splitList(listOf(metadata, 'authors'), /,/),
    title: textOf(metadata, 'title'),
    summary: textOf(metadata, 'summary'),
    description: textOf(metadata, 'description'),
    language: textOf(metadata, 'language'),
    iconUrl: webUrl(textOf(metadata, 'iconUrl')),
    licenseUrl: webUrl(textOf(metadata, 'licenseUrl')),
    projectUrl: webUrl(textOf(metadata, 'projectUrl')),
    license: licenseOf(child(metadata, 'license')),
    icon: textOf(metadata, 'icon'),
    readme: textOf(metadata, 'readme'),
    requireLicenseAcceptance: textOf(metadata, 'requireLicenseAcceptance').toLowerCase() === 'true',
    minClientVersion: attribute(metadata, 'minClientVersion'),
    tags: [...new Set(splitList(listOf(metadata, 'tags'), /[\s,;]+/))],
    groups: dependencyGroups(child(metadata, 'dependencies')),
    packageTypes: packageTypesOf(child(metadata, 'packageTypes')),
    repository: repositoryOf(child(metadata, 'repository')),
  };
}

function metadataOf(bytes: Buffer): XmlNode {
  const metadata = only(only(parseXml(bytes, { title: 'the nuspec' }), 'package'), 'metadata');
  if (metadata === undefined) throw new DomainError('invalid_archive', 'the nuspec has no package metadata');
  return metadata;
}

function identityOf(metadata: XmlNode): Identity {
  const identity = { id: ownText(only(metadata, 'id')), version: ownText(only(metadata, 'version')) };
  if (identity.id !== '' && identity.version !== '') return identity;
  throw new DomainError('invalid_archive', 'the nuspec has no id or no version');
}

/**
 * The only element of this name. Readers differ in which of two elements they use, and the identity must not differ.
 */
function only(node: XmlNode | undefined, name: string): XmlNode | undefined {
  const [first, second] = children(node, name);
  if (second === undefined) return first;
  throw new DomainError('invalid_archive', `the nuspec has more than one ${name}`);
}

function licenseOf(node: XmlNode | undefined): Nuspec['license'] {
  const kind = attribute(node, 'type');
  const value = ownText(node);
  if (value === '' || (kind !== 'expression' && kind !== 'file')) return { kind: 'none', value: '' };
  return { kind, value };
}

const typeName = /^\w+(?:[.-]\w+)*$/;

function packageTypesOf(node: XmlNode | undefined): PackageType[] {
  const found = children(node, 'packageType').map((type) => {
    const name = attribute(type, 'name');
    if (name.length > limits['package type'].characters || !typeName.test(name)) {
      throw new DomainError('invalid_archive', 'the nuspec names an invalid package type');
    }
    return { name, version: attribute(type, 'version') || null };
  });
  return found.length === 0 ? [{ name: 'Dependency', version: null }] : found;
}

function repositoryOf(node: XmlNode | undefined): Nuspec['repository'] {
  const url = attribute(node, 'url');
  if (url === '') return null;
  return {
    type: attribute(node, 'type'),
    url,
    branch: attribute(node, 'branch'),
    commit: attribute(node, 'commit'),
  };
}

/** Pages show the link: empty for any other text than a web URL. */
export function webUrl(raw: string): string {
  const url = URL.parse(raw);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? raw : '';
}

/** The text of an element, cut to the stored length. */
function listOf(metadata: XmlNode, name: string): string {
  return cut(textOf(metadata, name), publicationLimits.list.characters);
}

function splitList(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
