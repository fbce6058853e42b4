/** A version as a document has it; member names in the order in which they are written. */
export type Entry = Readonly<Record<string, unknown>>;

const unset = '__unset';

/**
 * The form of `composer/2.0` documents: the first version whole, every other as differences from the previous version.
 */
export function minify(versions: readonly Entry[]): Entry[] {
  let before: Map<string, string> | undefined;
  return versions.map((version) => {
    const texts = new Map(Object.entries(version).map(([name, value]) => [name, JSON.stringify(value)]));
    const known = before;
    before = texts;
    if (known === undefined) return version;
    const changed = Object.entries(version).filter(([name]) => known.get(name) !== texts.get(name));
    const gone = [...known.keys()].filter((name) => !texts.has(name)).map((name) => [name, unset]);
    return Object.fromEntries([...changed, ...gone]) as Entry;
  });
}
