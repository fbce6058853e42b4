import { DomainError } from '../../domain/errors.ts';
import { maxNames } from './audit-advisories.ts';

/** One place in a project where a version is used. */
export interface Use {
  version: string;
  /** `a>b>c` from the project down. */
  path: string;
  isDev: boolean;
  isOptional: boolean;
  isBundled: boolean;
}

/** Deeper than any real project nests. */
const maxDepth = 100;

/** The lock-file tree of older clients, package by package. @throws DomainError `bad_request` */
export function collectUses(body: unknown): Map<string, Use[]> {
  if (!isObject(body)) throw new DomainError('bad_request', 'the body is no dependency tree');
  const uses = new Map<string, Use[]>();
  let count = 0;
  const rest: { dependencies: unknown; above: readonly string[] }[] = [
    { dependencies: body['dependencies'], above: [] },
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { dependencies, above } = next;
    if (!isObject(dependencies)) continue;
    if (above.length > maxDepth) throw new DomainError('bad_request', 'the dependency tree is too deep');
    for (const [name, node] of Object.entries(dependencies)) {
      if (!isObject(node)) throw new DomainError('bad_request', `the dependency ${name} is no object`);
      count += 1;
      if (count > maxNames) throw new DomainError('too_large', 'the dependency tree is too large');
      const path = [...above, name];
      const { version, dev, optional, bundled } = node;
      if (typeof version === 'string') {
        const use = {
          version,
          path: path.join('>'),
          isDev: dev === true,
          isOptional: optional === true,
          isBundled: bundled === true,
        };
        uses.set(name, [...(uses.get(name) ?? []), use]);
      }
      rest.push({ dependencies: node['dependencies'], above: path });
    }
  }
  return uses;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
