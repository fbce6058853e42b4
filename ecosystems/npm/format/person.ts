/** An author as an object, from e.g. `Al <al@example.com> (https://example.com)`. */
export function personOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const name = given.split(/[<(]/, 1)[0]?.trim() ?? '';
  const email = between(given, '<', '>');
  const url = between(given, '(', ')');
  return {
    ...(name === '' ? {} : { name }),
    ...(email === '' ? {} : { email }),
    ...(url === '' ? {} : { url }),
  };
}

function between(text: string, opening: string, closing: string): string {
  const from = text.indexOf(opening);
  const to = from === -1 ? -1 : text.indexOf(closing, from);
  return to === -1 ? '' : text.slice(from + 1, to).trim();
}
