/**
 * Characters that reorder the text around them or that browsers do not draw: control and format characters, separators of lines
 * and paragraphs, fillers, and selectors of variants, the one after emoji aside.
 */
const hidden =
  /(?!\r\n)(?![\t\n])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]|(?!\u{fe0f})\p{Variation_Selector})/gu;

/** The text of a package as it is: what it hides from its readers is written by its code, such as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
