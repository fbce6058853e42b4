import MarkdownIt from 'markdown-it';
import { highlight } from './highlight.ts';
import type { LinkBase } from './links.ts';
import { sanitise } from './sanitise.ts';

/** A text to show, with the base of its relative links. */
export interface MarkdownTask {
  text: string;
  base: LinkBase;
}

const parser = new MarkdownIt({
  // the parser keeps HTML; the sanitiser decides which of it stays
  html: true,
  linkify: true,
  highlight: (code, language) => highlight(code, language) ?? '',
});
// `example.com` without a scheme is more often a file name than an address
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** GitHub's task lists: `- [x] done`. */
parser.core.ruler.after('inline', 'tasks', (state) => {
  for (const [index, token] of state.tokens.entries()) {
    const isItem =
      token.type === 'inline' &&
      state.tokens[index - 1]?.type === 'paragraph_open' &&
      state.tokens[index - 2]?.type === 'list_item_open';
    const first = token.children?.[0];
    if (!isItem || first?.type !== 'text') continue;
    first.content = first.content.replace(/^\[([ xX])\]\s/, (_, mark: string) =>
      mark === ' ' ? '☐ ' : '☑ ',
    );
  }
});

/**
 * Markdown (GitHub's flavour) as HTML that is safe on pages of the registry. Pure; the caller bounds time and memory.
 */
export function renderMarkdown({ text, base }: MarkdownTask): string {
  return sanitise(parser.render(text), base);
}
