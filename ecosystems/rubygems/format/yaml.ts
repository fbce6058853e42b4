import { isAlias, isMap, isNode, isScalar, parseDocument, visit, type YAMLMap } from 'yaml';
import { DomainError } from '../../../domain/errors.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { limits } from './limits.ts';

/**
 * Parses plain texts, lists and maps. Tags create no objects and words no numbers, so that versions keep their
 * spelling.
 * @throws DomainError `invalid_archive`
 */
export function parseYaml(bytes: Uint8Array, what: string): unknown {
  const text = decodeUtf8(bytes, { what, code: 'invalid_archive' });
  try {
    const document = parseDocument(text, {
      schema: 'failsafe',
      logLevel: 'error',
      // with pretty errors the parser searches the line of each of perhaps thousands of errors
      prettyErrors: false,
      // the parser would compare each key with all others
      uniqueKeys: false,
    });
    const [first] = document.errors;
    if (first) throw first;
    visit(document, (_key, node) => {
      if (isMap(node)) assertUnique(node);
      if (isNode(node) && !isAlias(node)) assertKnown(node.tag, what);
    });
    return document.toJS({ maxAliasCount: limits.aliases.count }) as unknown;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    // a text that is nested too deeply also ends here, with a stack overflow
    throw new DomainError('invalid_archive', `${what} is not YAML that can be read`, {}, error);
  }
}

function assertUnique({ items }: YAMLMap): void {
  const names = new Set(items.map(({ key }) => (isScalar(key) ? key.value : key)));
  if (names.size < items.length) throw new Error('a key stands twice');
}

/** The classes that installers create; installers refuse others. */
const classes: ReadonlySet<string> = new Set(
  ['Specification', 'Version', 'Requirement', 'Dependency', 'Platform', 'Version::Requirement'].map(
    (name) => `!ruby/object:Gem::${name}`,
  ),
);

/** @throws DomainError `invalid_archive` */
function assertKnown(tag: string | undefined, what: string): void {
  if (tag === undefined || classes.has(tag)) return;
  // tags of YAML itself; old writers shorten two of them
  if (tag === '!' || tag === '!str' || tag === '!binary' || tag.startsWith('tag:yaml.org,2002:')) return;
  const shown = tag.replaceAll(/[^\x21-\x7e]+/g, ' ').slice(0, 100);
  throw new DomainError('invalid_archive', `${what} makes an object that no gem has: ${shown}`);
}
