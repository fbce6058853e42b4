import { inputLimits } from '../domain/limits/inputs.ts';

/** The seven tags of every game, in order (PGN 8.1.1). */
export const rosterTags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Computed from the game itself, never taken from a file. */
const computed = new Set(['Result', 'SetUp', 'FEN', 'GameId', 'Variant', 'PlyCount']);
/** Tags that do not count as own tags: an export with them stays small enough for an import. */
const common = new Set<string>([...rosterTags, 'Termination', 'Annotator', 'ECO', 'Opening']);

/** As many as fit into an archive, which has 64 KiB for tags. */
const { count: maximumOwnTags, characters: maximumLength } = inputLimits['own tags of a game'];
const tagName = /^[A-Za-z0-9]\w*$/;
// oxlint-disable-next-line no-control-regex -- they would break the lines of a PGN
const control = /[\u0000-\u001f\u007f]+/g;

/**
 * Tags as they are stored: without computed tags and invalid names (PGN 7), with blanks for control characters. The
 * limits of an archive never refuse a game: long values are cut, and only the first own tags are kept.
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

/**
 * Adds unknown values for event, site, date and round: an imported game was not played here, nor at the time of the
 * import.
 */
export function elsewhere(tags: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = ['Event', 'Site', 'Date', 'Round'].map((name) => [name, unknownValue(name)]);
  return { ...Object.fromEntries(unknown), ...tags };
}

/** Drops a file's Termination tag (PGN 9.8.1), which is wrong once a game continues or ends here. */
export function withoutTermination(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (tags['Termination'] === undefined) return tags;
  const { Termination: _, ...others } = tags;
  return others;
}
