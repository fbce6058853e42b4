import type { Dependency } from '../../../domain/publication.ts';
import { limits } from './limits.ts';

/** The dependency in a line of `Requires-Dist` (PEP 508), for pages; installers read the line itself. */
export function dependencyOf(line: string): Dependency {
  const [requirement = '', marker = ''] = line.split(';', 2);
  const name =
    /^[A-Za-z0-9._-]+/.exec(requirement.trim())?.[0] ?? requirement.trim().slice(0, limits.name.characters);
  const rest = requirement.trim().slice(name.length).trim();
  return { name, requirement: rest, kind: /\bextra\s{0,3}==/.test(marker) ? 'optional' : 'runtime' };
}
