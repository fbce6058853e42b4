import { DomainError } from '../../../domain/errors.ts';
import { children, child, ownText, parseXml, textOf, type XmlNode } from '../../xml/document.ts';

export interface PomDependency {
  group: string;
  artifact: string;
  /** In the author's spelling; empty if a parent or a BOM sets the version. */
  version: string;
  scope: string;
  isOptional: boolean;
}

/** A POM with the author's values; absent texts are empty. Only coordinates are inherited. */
export interface Pom {
  group: string;
  artifact: string;
  version: string;
  packaging: string;
  /** Whether the POM only names the new coordinates of the artifact. */
  isRelocated: boolean;
  title: string;
  description: string;
  url: string;
  scmUrl: string;
  licenses: string[];
  parent: { group: string; artifact: string; version: string } | null;
  dependencies: PomDependency[];
}

/** Java also reads POMs in the `legacy` encodings. */
const kind = { title: 'the POM', legacy: ['iso-8859-1', 'windows-1252'] } as const;

/** @throws DomainError `invalid_archive` */
export function parsePom(bytes: Buffer): Pom {
  const project = only(parseXml(bytes, kind), 'project');
  if (project === undefined) throw new DomainError('invalid_archive', 'the POM has no project');
  const parentNode = only(project, 'parent');
  const parent =
    parentNode === undefined
      ? null
      : {
          group: textOf(parentNode, 'groupId'),
          artifact: textOf(parentNode, 'artifactId'),
          version: textOf(parentNode, 'version'),
        };
  const fill = interpolatorOf(project, parent);
  return {
    group: fill(ownText(only(project, 'groupId')) || (parent?.group ?? '')),
    artifact: fill(ownText(only(project, 'artifactId'))),
    version: fill(ownText(only(project, 'version')) || (parent?.version ?? '')),
    packaging: ownText(only(project, 'packaging')) || 'jar',
    isRelocated: child(child(project, 'distributionManagement'), 'relocation') !== undefined,
    title: textOf(project, 'name'),
    description: textOf(project, 'description'),
    url: fill(textOf(project, 'url')),
    scmUrl: fill(textOf(child(project, 'scm'), 'url')),
    licenses: children(child(project, 'licenses'), 'license')
      .map((license) => textOf(license, 'name'))
      .filter((name) => name !== ''),
    parent,
    dependencies: children(child(project, 'dependencies'), 'dependency').map((dependency) =>
      dependencyOf(dependency, fill),
    ),
  };
}

function dependencyOf(node: XmlNode, fill: (text: string) => string): PomDependency {
  return {
    group: fill(textOf(node, 'groupId')),
    artifact: fill(textOf(node, 'artifactId')),
    version: fill(textOf(node, 'version')),
    scope: textOf(node, 'scope') || 'compile',
    isOptional: textOf(node, 'optional') === 'true',
  };
}

/** The only element of this name. Clients refuse a POM with a repeated element, or use either one. */
function only(node: XmlNode | undefined, name: string): XmlNode | undefined {
  const [first, second] = children(node, name);
  if (second === undefined) return first;
  throw new DomainError('invalid_archive', `the POM has more than one ${name}`);
}

const placeholder = /\$\{([A-Za-z0-9_.-]{1,100})\}/g;

/** Replaces the POM's own properties, as in `<version>${revision}</version>`; other properties stay. */
function interpolatorOf(project: XmlNode, parent: Pom['parent']): (text: string) => string {
  const properties = child(project, 'properties');
  const own: Readonly<Record<string, string>> = {
    groupId: textOf(project, 'groupId') || (parent?.group ?? ''),
    artifactId: textOf(project, 'artifactId'),
    version: textOf(project, 'version') || (parent?.version ?? ''),
    'parent.groupId': parent?.group ?? '',
    'parent.version': parent?.version ?? '',
  };
  return (text) =>
    text.replaceAll(placeholder, (whole: string, name: string) => {
      const member = name.replace(/^(?:project|pom)\./, '');
      const value = textOf(properties, name) || (Object.hasOwn(own, member) ? own[member] : '');
      return value || whole;
    });
}
