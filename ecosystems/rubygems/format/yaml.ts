import { isScalar, parseDocument, visit } from 'yaml';
import { DomainError } from '../../../domain/errors.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';

/** Old writers give every requirement twice, the second time by its alias. */
const maxAliasCount = 20_000;

/**
 * Plain texts, lists and maps: tags make no objects and words no numbers, so that a version stays as it is written.
 * @throws DomainError `invalid_archive`
 */
export function parseYaml(bytes: Uint8Array, what: string): unknown {
  const text = decodeUtf8(bytes, { what, code: 'invalid_archive' });
  try {
    const document = parseDocument(text, {
      schema: 'failsafe',
      logLevel: 'error',
      // for each of thousands of errors it would look for its line
      prettyErrors: false,
      // the parser compares each key with every other
      uniqueKeys: false,
    });
    const [first] = document.errors;
    if (first) throw first;
    visit(document, {
      Map(_key, { items }) {
        const names = new Set(items.map(({ key }) => (isScalar(key) ? key.value : key)));
        if (names.size < items.length) throw new Error('a key stands twice');
      },
    });
    return document.toJS({ maxAliasCount }) as unknown;
  } catch (error) {
    // a text that lies too deep in itself ends the same way: no stack is deep enough for it
    throw new DomainError('invalid_archive', `${what} is not YAML that can be read`, {}, error);
  }
}
