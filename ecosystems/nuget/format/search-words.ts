/** The distinct words of a text in lower case, as field searches compare them. */
export function words(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))];
}

/** Words of a package id: its parts, and the words of parts in camel case. */
export function idWords(id: string): string[] {
  const parts = id.split(/[._-]+/).filter((part) => part !== '');
  const humps = parts.flatMap((part) => part.match(/[A-Z]*[a-z]+|[A-Z]+|\d+/g) ?? []);
  return [...new Set([...parts, ...humps].map((part) => part.toLowerCase()))];
}
