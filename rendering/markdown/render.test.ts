import { describe, expect, test } from 'vitest';
import type { LinkBase } from './links.ts';
import { renderMarkdown } from './render.ts';

const base: LinkBase = { files: '/packages/npm/probe/1.0.0/-/files/', imageSuffix: '?raw' };
const render = (text: string) => renderMarkdown({ text, base });

describe('Markdown of publishers', () => {
  test('has headings below that of the page, without gaps, with anchors', () => {
    expect(render('### Usage\n\n# Usage\n\n##### Deep')).toBe(
      '<h2 id="text-usage">Usage</h2>\n<h2 id="text-usage-1">Usage</h2>\n<h3 id="text-deep">Deep</h3>\n',
    );
  });

  test('leads relative links into the archive and marks those of others', () => {
    const html = render(
      '[a](docs/a.md#b) [c](https://example.org/) [d](#usage) [e](/LICENSE) [f](../../../etc)',
    );
    expect(html).toContain('href="/packages/npm/probe/1.0.0/-/files/docs/a.md#b"');
    expect(html).toContain('href="https://example.org/" rel="nofollow ugc noopener"');
    expect(html).toContain('href="#text-usage"');
    expect(html).toContain('href="/packages/npm/probe/1.0.0/-/files/LICENSE"');
    expect(html).toContain('href="/packages/npm/probe/1.0.0/-/files/etc"');
  });

  test('shows images of the archive, and links to those of other sites', () => {
    expect(render('![logo](img/logo.png)')).toContain(
      '<img src="/packages/npm/probe/1.0.0/-/files/img/logo.png?raw" alt="logo" />',
    );
    const badge = render('![build](https://ci.example/badge.svg)');
    expect(badge).not.toContain('<img');
    expect(badge).toContain('<a href="https://ci.example/badge.svg" rel="nofollow ugc noopener">build</a>');
    expect(render('![x](logo.svg)')).not.toContain('<img');
  });

  test('has tables, tasks, code with classes and struck text', () => {
    expect(render('| a |\n|---|\n| 1 |')).toContain('<th scope="col">a</th>');
    expect(render('- [x] done\n- [ ] open')).toContain('<li>☑ done</li>\n<li>☐ open</li>');
    expect(render('```js\nconst a = 1;\n```')).toContain('<span class="hljs-keyword">const</span>');
    expect(render('~~gone~~')).toContain('<s>gone</s>');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<form action="/logout"><button>Log out</button></form>',
    '<p style="position:fixed" class="notice" id="content">x</p>',
    '<style>body{display:none}</style>',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<base href="https://evil.example/">',
    '<h1 data-heading=""><script>alert(1)</script></h1>',
  ])('takes out what could run, load or pose as the page: %s', (text) => {
    const html = render(text);
    expect(html).not.toMatch(
      /<(?:script|iframe|svg|math|form|button|style|meta|base|input)|onerror=|href="(?:javascript|data):|style=|class="notice|id="content/i,
    );
  });
});
