/** The text without any number of one character at its end: an expression for it would look at a long run again from each of its characters. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
