/** The seven tags every game has, in their order (PGN 8.1.1). */
export const rosterTags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Computed from the game itself, never taken from a file. */
const computed = new Set(['Result', 'SetUp', 'FEN', 'GameId', 'Variant', 'PlyCount']);
/** Beside these a game has some tags of its own: the tags of an export never make it too large for an import. */
const common = new Set<string>([...rosterTags, 'Termination', 'Annotator', 'ECO', 'Opening']);

/** Numbers that fit into an archive, which has 64 KiB for the tags. */
const maximumOwnTags = 50;
const maximumLength = 255;
const tagName = /^[A-Za-z0-9]\w*$/;
// oxlint-disable-next-line no-control-regex -- they would break the lines of a PGN
const control = /[\u0000-\u001f\u007f]+/g;

/**
 * Tags as they are kept: without computed ones and invalid names (PGN 7), control characters as blanks. The limits of an
 * archive do not refuse a game: long values are cut, and a game keeps the first of its own tags.
 */
export function cleanTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  const kept = new Map<string, string>();
  let own = 0;
  for (const [name, text] of Object.entries(tags)) {
    if (name.length > maximumLength || !tagName.test(name) || computed.has(name)) continue;
    const value = cut(text.replaceAll(control, ' ').trim()).toWellFormed();
    if (name === 'Termination' && value === '') continue;
    if (!common.has(name) && ++own > maximumOwnTags) continue;
    kept.set(name, value);
  }
  return Object.fromEntries(kept);
}

function cut(value: string): string {
  return value.length <= maximumLength ? value : `${value.slice(0, maximumLength - 1)}…`;
}

/** The text of an unknown value (PGN 8.1.1). */
export const unknownValue = (name: string): string => (name === 'Date' ? '????.??.??' : '?');

/** Nothing of a game that was played elsewhere is made up: not even when, and not that it was here. */
export function elsewhere(tags: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = ['Event', 'Site', 'Date', 'Round'].map((name) => [name, unknownValue(name)]);
  return { ...Object.fromEntries(unknown), ...tags };
}

/** A file's Termination tag (PGN 9.8.1) holds until a game goes on, or ends, here. */
export function withoutTermination(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (tags['Termination'] === undefined) return tags;
  const { Termination: _, ...others } = tags;
  return others;
}
