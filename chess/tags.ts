/** The seven tags every game has, in their order (PGN 8.1.1). */
export const rosterTags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Written from the game itself, whatever a file said. */
const computed = new Set(['Result', 'SetUp', 'FEN', 'GameId', 'Variant', 'PlyCount']);

const maximumTags = 50;
const maximumLength = 255;
const tagName = /^[A-Za-z0-9]\w{0,39}$/;
// oxlint-disable-next-line no-control-regex -- they would break the lines of a PGN
const control = /[\u0000-\u001f\u007f]+/g;

/** Tags worth keeping: no computed ones, no control characters, few enough for an archive. */
export function cleanTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(tags)
    .filter(([name]) => tagName.test(name) && !computed.has(name))
    .map(([name, value]) => [name, cleanValue(value)] as const)
    .filter(([name, value]) => name !== 'Termination' || value !== '');
  return Object.fromEntries(kept.slice(0, maximumTags));
}

/** What a file said of the end (PGN 9.8.1) holds until a game goes on, or ends, here. */
export function withoutTermination(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (tags['Termination'] === undefined) return tags;
  const { Termination: _, ...others } = tags;
  return others;
}

function cleanValue(value: string): string {
  return value.slice(0, maximumLength).replaceAll(control, ' ').trim().toWellFormed();
}
