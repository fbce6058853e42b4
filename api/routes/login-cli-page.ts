import { createHash } from 'node:crypto';
import type { WaitingClient } from '../identity/browser-login.ts';

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
label,dt{display:block;margin-top:1rem;font-weight:600}
dd{margin:0}
input,button{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid #767680;border-radius:.3rem}
button{margin-top:1.5rem;border:0;background:#1a5fb4;color:#fff;font-weight:600}
code{font-size:1.1em}
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

/** `username` and `problem` of the attempt before this one. */
export function renderLoginPage(
  client: WaitingClient,
  attempt?: { username: string; problem: string },
): string {
  const { hostname, address, code } = client;
  const problem = attempt === undefined ? '' : `<p role="alert">${escape(attempt.problem)}</p>\n`;
  return renderPage(
    'Log in a command line',
    `<p>A program on another screen asks to act for you.</p>
<dl>
<dt>Computer</dt><dd>${escape(hostname)}</dd>
<dt>Asked from</dt><dd>${escape(address)}</dd>
<dt>Code</dt><dd><code>${escape(code)}</code></dd>
</dl>
<p>The address in your terminal must end with this code. If you have not asked for this, close the page.</p>
${problem}<form method="post">
<label for="username">User name or e-mail address</label>
<input id="username" name="username" autocomplete="username" required maxlength="254" value="${escape(attempt?.username ?? '')}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024">
<button>Log in and approve</button>
</form>`,
  );
}

export function renderNotice(title: string, sentence: string): string {
  return renderPage(title, `<p>${escape(sentence)}</p>`);
}

function renderPage(title: string, content: string): string {
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

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
