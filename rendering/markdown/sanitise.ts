import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';
import { answerLimits } from '../../domain/limits/answers.ts';
import { anchorPrefix, imageSource, isForeign, type LinkBase, linkTarget } from './links.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

const allowedTags = [
  'p br hr div span blockquote pre code kbd samp var ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td details summary',
  'a img b strong i em s del ins sub sup small mark abbr q',
  headings.join(' '),
].flatMap((names) => names.split(' '));

/** The `rel` of links in untrusted texts: no reference to the page, no weight in search engines. */
const foreignLink = 'nofollow ugc noopener';

/**
 * Removes from untrusted HTML all that could run, load or imitate the page, and rewrites its addresses: relative
 * links into the archive, images of other sites into links.
 */
export function sanitise(html: string, base: LinkBase): string {
  let level = 1;

  /** Lowers a heading: the page has level one. No level is skipped, because screen readers navigate by levels. */
  const lowered = (tagName: string): Tag => {
    level = Math.min(Number(tagName.slice(1)) + 1, level + 1, 6);
    return { tagName: `h${level}`, attribs: {} };
  };

  const clean = sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      code: ['class'],
      span: ['class'],
      ol: ['start'],
      td: ['colspan', 'rowspan', 'align'],
      th: ['colspan', 'rowspan', 'align', 'scope'],
      abbr: ['title'],
      details: ['open'],
    },
    allowedClasses: { code: ['language-*', 'hljs'], span: ['hljs-*', 'function_', 'class_'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    // addresses were rewritten before
    allowProtocolRelative: true,
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'svg', 'math', 'iframe'],
    nestingLimit: answerLimits['HTML nesting'].depth,
    transformTags: {
      ...Object.fromEntries(headings.map((tag) => [tag, lowered])),
      a: (_tag, attribs) => anchor(attribs, base),
      img: (_tag, attribs) => image(attribs, base),
      th: (_tag, attribs) => ({ tagName: 'th', attribs: { ...attribs, scope: 'col' } }),
    },
  });
  // a scrolling element must be focusable
  return anchorHeadings(clean).replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
}

/** The maximum length of heading text for an anchor. */
const longestHeading = answerLimits['heading of a README'].characters;

/** Adds anchors to headings. `html` is sanitised: each of its tags is closed, and headings have no attributes. */
function anchorHeadings(html: string): string {
  const ids = new Set<string>();
  const parts: string[] = [];
  let from = 0;
  for (const { 0: open, index } of html.matchAll(/<h[1-6]>/g)) {
    const start = index + open.length;
    const end = html.indexOf(`</${open.slice(1)}`, start);
    const id = uniqueId(html.slice(start, Math.min(end, start + longestHeading)), ids);
    if (id === undefined) continue;
    parts.push(html.slice(from, index), `${open.slice(0, -1)} id="${anchorPrefix}${id}">`);
    from = start;
  }
  return [...parts, html.slice(from)].join('');
}

function anchor({ href = '', title }: Attributes, base: LinkBase): Tag {
  const target = linkTarget(href, base);
  if (target === undefined) return { tagName: 'span', attribs: {} };
  const rel = isForeign(target) ? { rel: foreignLink } : {};
  return { tagName: 'a', attribs: { href: target, ...(title === undefined ? {} : { title }), ...rel } };
}

/**
 * A link with the alternative text instead of an image of another site, which would reveal the reader to that site.
 */
function image({ src = '', alt = '', title, width, height }: Attributes, base: LinkBase): Tag {
  const inside = imageSource(src, base);
  if (inside !== undefined) {
    const sizes = { ...(width && { width }), ...(height && { height }), ...(title && { title }) };
    return { tagName: 'img', attribs: { src: inside, alt, ...sizes } };
  }
  const target = linkTarget(src, base);
  const text = alt || 'image';
  if (target === undefined) return { tagName: 'span', attribs: {}, text };
  return { tagName: 'a', attribs: { href: target, rel: foreignLink }, text };
}

/** An id in GitHub's form, made from the words, with a number if the id is taken; undefined without words. */
function uniqueId(inner: string, taken: Set<string>): string | undefined {
  const words = inner
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&[a-z\d#]+;/gi, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
    .slice(0, 100);
  if (words === '') return undefined;
  let id = words;
  for (let count = 1; taken.has(id); count += 1) id = `${words}-${count}`;
  taken.add(id);
  return id;
}
