import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';

/** The values in a template: elements, texts, lists of both, and nothing. */
export type Content = ComponentChildren;
export type Html = VNode;

/** HTML as a tagged template with one root: every text and attribute is escaped when it is rendered. */
export const html = htm.bind(h);

/**
 * Marks HTML as sanitised: the only way around escaping.
 * @param sanitised output of `renderMarkdown` or of the highlighter, never text of users
 */
export function trusted(
  sanitised: string,
  className: string,
  { tag = 'div', ...attributes }: { tag?: string; [attribute: string]: string | undefined } = {},
): Html {
  return h(tag, { ...attributes, class: className, dangerouslySetInnerHTML: { __html: sanitised } });
}
