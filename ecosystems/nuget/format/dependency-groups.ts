import { DomainError } from '../../../domain/errors.ts';
import { isPackageId } from './name.ts';
import { parseRange, type VersionRange } from './range.ts';
import { attribute, children, type XmlNode } from '../../xml/document.ts';
import { limits } from './limits.ts';

export interface ParsedGroup {
  /** In the author's spelling; null: every framework. */
  targetFramework: string | null;
  dependencies: { id: string; range: VersionRange }[];
}

/**
 * Reads grouped and ungrouped dependencies; an empty group: the framework has none.
 * @throws DomainError `invalid_archive`
 */
export function dependencyGroups(node: XmlNode | undefined): ParsedGroup[] {
  const groups = children(node, 'group').map((group) => ({
    targetFramework: attribute(group, 'targetFramework') || null,
    dependencies: dependenciesOf(group),
  }));
  const ungrouped = dependenciesOf(node);
  const all =
    ungrouped.length === 0 ? groups : [{ targetFramework: null, dependencies: ungrouped }, ...groups];
  if (all.reduce((sum, group) => sum + group.dependencies.length, 0) > limits['grouped dependencies'].count) {
    throw new DomainError(
      'invalid_archive',
      `the nuspec has more than ${limits['grouped dependencies'].count} dependencies`,
    );
  }
  return all;
}

function dependenciesOf(node: XmlNode | undefined): ParsedGroup['dependencies'] {
  return children(node, 'dependency').map((dependency) => {
    const id = attribute(dependency, 'id');
    if (!isPackageId(id)) {
      throw new DomainError('invalid_archive', 'the nuspec has a dependency without a valid package id');
    }
    return { id, range: parseRange(attribute(dependency, 'version')) };
  });
}
