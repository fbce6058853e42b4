import { highlight } from './highlight.ts';
import { type MarkdownTask, renderMarkdown } from './render.ts';

export type TextTask =
  | ({ kind: 'markdown' } & MarkdownTask)
  | { kind: 'code'; text: string; language: string };

/** The function of a Piscina thread. Null for code in an unknown language. */
export function renderText(task: TextTask): string | null {
  return task.kind === 'markdown' ? renderMarkdown(task) : highlight(task.text, task.language);
}
