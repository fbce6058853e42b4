import { DomainError } from '../../../domain/errors.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { isVersionLike } from './audit-bulk.ts';
import { limits } from '../format/limits.ts';

/** One place in a project where a version is used. */
export interface Use {
  version: string;
  /** The path from the project: `a>b>c`. */
  path: string;
  isDev: boolean;
  isOptional: boolean;
  isBundled: boolean;
}

/** Uses by name. */
export type Uses = Map<string, Use[]>;

/** Maximum depth: no real project nests deeper. */
const maxDepth = limits['audit tree'].depth;

/** The request of older clients: the tree of their lock file. */
export const treeReader: BodyReader<null, Uses> = {
  name: 'audit-tree',
  read: (bytes) => collectUses(parseBoundedJson(bytes, limits.audit)),
};

interface Level {
  dependencies: unknown;
  /** The path of the parent package; empty for the project. */
  path: string;
  depth: number;
}

/** The lock-file tree of older clients, package by package. @throws DomainError `bad_request`, `too_large` */
export function collectUses(body: unknown): Uses {
  if (!isObject(body)) throw new DomainError('bad_request', 'the body is no dependency tree');
  const uses: Uses = new Map();
  let count = 0;
  let pathBytes = 0;
  const rest: Level[] = [{ dependencies: body['dependencies'], path: '', depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { dependencies, path: above, depth } = next;
    if (!isObject(dependencies)) continue;
    if (depth > maxDepth) throw new DomainError('bad_request', 'the dependency tree is too deep');
    for (const [name, node] of Object.entries(dependencies)) {
      if (name.length > limits['audited names'].characters)
        throw new DomainError('bad_request', 'a name is too long');
      if (!isObject(node)) throw new DomainError('bad_request', `the dependency ${name} is no object`);
      const path = above === '' ? name : `${above}>${name}`;
      count += 1;
      pathBytes += path.length;
      if (count > limits['audited names'].count || pathBytes > limits['audited paths'].bytes) {
        throw new DomainError('too_large', 'the dependency tree is too large');
      }
      addUse(uses, name, node, path);
      rest.push({ dependencies: node['dependencies'], path, depth: depth + 1 });
    }
  }
  return uses;
}

function addUse(uses: Uses, name: string, node: Record<string, unknown>, path: string): void {
  const { version, dev, optional, bundled } = node;
  if (typeof version !== 'string' || !isVersionLike(version)) return;
  const known = uses.get(name) ?? [];
  if (known.length === 0) uses.set(name, known);
  known.push({
    version,
    path,
    isDev: dev === true,
    isOptional: optional === true,
    isBundled: bundled === true,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
