/**
 * Characters that reorder the text around them or that browsers do not draw: control and format characters, line and
 * paragraph separators, fillers, and variation selectors except the one after emoji.
 */
const hidden =
  /(?!\r\n)(?![\t\n])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]|(?!\u{fe0f})\p{Variation_Selector})/gu;

/** The text of a package with its hidden characters written as codes, such as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
