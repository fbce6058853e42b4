import type { WideDocument } from '../../repository-indexes.ts';
import { escapeHtml } from './html.ts';
import { normalise } from './name.ts';

/** Names of all projects, one per line: the source of both forms of the simple index's root. */
export const projects: WideDocument = {
  path: 'projects',
  contentType: 'text/plain; charset=utf-8',
  etag: 'sha256',
  keeps: 'the latest',
  head: () => Buffer.alloc(0),
  // written once per project: reads of the document check the visibility
  entry: ({ package: { name }, before }) => (before.length > 0 ? null : Buffer.from(`${name}\n`)),
  compact: (entries) => entries.at(-1) ?? null,
};

const namesOf = (lines: Buffer) => lines.toString('utf8').split('\n').filter(Boolean);

/** The root of the simple index (PEP 691). */
export function projectsJson(lines: Buffer): Buffer {
  const rows = namesOf(lines).map((name) => JSON.stringify({ name }));
  return Buffer.from(`{"meta":{"api-version":"1.4"},"projects":[\n${rows.join(',\n')}\n]}\n`);
}

/** The root of the simple index as HTML (PEP 503). */
export function projectsHtml(lines: Buffer): Buffer {
  const rows = namesOf(lines).map((name) => `<a href="${normalise(name)}/">${escapeHtml(name)}</a><br>`);
  const head = '<meta name="pypi:repository-version" content="1.4"><title>Simple index</title>';
  return Buffer.from(
    `<!DOCTYPE html>\n<html><head>${head}</head>\n<body>\n${rows.join('\n')}\n</body></html>\n`,
  );
}
