import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretRules } from '../../scan/secret-rules.ts';
import { findExpressions } from './find.ts';

const root = join(import.meta.dirname, '../..');

/** Files that build expressions at run time, with all forms of them. */
const dynamic: Readonly<Record<string, readonly RegExp[]>> = {
  'scan/secret-rules.ts': secretRules.map(({ pattern }) => pattern),
};

/** Expressions that may take more than linear time, each with its reason: `/source/flags`. */
export const exceptions: Readonly<Record<string, string>> = {};

interface Place {
  source: string;
  flags: string;
  /** Files and lines. */
  at: string[];
}

function listSources(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return listed
    .toString()
    .split('\n')
    .filter((path) => /\.(?:ts|mjs|cjs|js)$/.test(path) && !/\.test\.ts$|^test\/|\/fixtures\//.test(path))
    .filter((path) => !path.startsWith('engine/core/'));
}

/** A file that only tests load is not a source: shared suites of several implementations. */
function isTestCode(text: string): boolean {
  return /^import .* from 'vitest';$/m.test(text);
}

/** Lists every expression of the sources, and files with run-time expressions that are not declared above. */
export function listExpressions(): { places: Place[]; undeclared: string[] } {
  const places = new Map<string, Place>();
  const undeclared: string[] = [];
  const add = ({ source, flags }: Pick<RegExp, 'source' | 'flags'>, at: string) => {
    const place = places.get(`/${source}/${flags}`) ?? { source, flags, at: [] };
    place.at.push(at);
    places.set(`/${source}/${flags}`, place);
  };
  for (const path of listSources()) {
    const text = readFileSync(join(root, path), 'utf8');
    if (isTestCode(text)) continue;
    const found = findExpressions(path, text);
    for (const { line, ...expression } of found.expressions) add(expression, `${path}:${line}`);
    if (found.dynamic.length > 0 && dynamic[path] === undefined)
      undeclared.push(`${path}:${found.dynamic.join()}`);
  }
  for (const [path, made] of Object.entries(dynamic)) for (const each of made) add(each, path);
  return { places: [...places.values()], undeclared };
}
