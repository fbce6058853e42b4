import { createHash } from 'node:crypto';

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
label,dt{display:block;margin-top:1rem;font-weight:600}
dd{margin:0}
input,button{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid #767680;border-radius:.3rem}
button{margin-top:1.5rem;border:0;background:#1a5fb4;color:#fff;font-weight:600}
code{font-size:1.1em}
th{text-align:left;padding-right:1rem}
a{color:inherit}
[role=alert]{margin-top:1rem;padding:.6rem;border-left:.3rem solid #b3261e;background:#fceeee}
@media(prefers-color-scheme:dark){
body{color:#e6e6ea;background:#18181b}
input{color:inherit;background:#27272b}
[role=alert]{background:#3b1f1e}}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** No scripts, no frames, nothing from elsewhere, and the form goes nowhere else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export function renderNotice(title: string, sentence: string): string {
  return renderPage(title, `<p>${escape(sentence)}</p>`);
}

/** `content` is HTML, with every text of others escaped; `title` is text. */
export function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escape(title)} - Rookery</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, in elements and quoted attributes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
