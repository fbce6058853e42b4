import type { WaitingClient } from '../../services/identity/browser-login.ts';
import { escape, renderPage } from './html-page.ts';

/** `username` and `problem` of the attempt before this one. */
export interface Attempt {
  username: string;
  problem: string;
}

const confirmation =
  'A program with a token of yours asks to change your account, or who may publish one of your packages.';
/** The end of the page's address, which the client has printed. */
const codeLength = 8;

export function renderLoginPage(client: WaitingClient, pageId: string, attempt?: Attempt): string {
  const { isConfirmation } = client;
  return renderPage(
    isConfirmation ? 'Confirm a change' : 'Log in a command line',
    `<p>${isConfirmation ? confirmation : 'A program on another screen asks to act for you.'}</p>
${renderClient(client, pageId.slice(-codeLength))}
<p>The address in your terminal must end with this code. If you have not asked for this, close the page.</p>
${renderProblem(attempt)}<form method="post">
${renderCredentials(attempt)}
<button>${isConfirmation ? 'Confirm' : 'Log in and approve'}</button>
</form>`,
  );
}

/** Who asks, in a list that the caller may go on with `more`. */
export function renderClient({ hostname, address }: WaitingClient, code: string, more = ''): string {
  return `<dl>
<dt>Computer</dt><dd>${escape(hostname)}</dd>
<dt>Asked from</dt><dd>${escape(address)}</dd>
<dt>Code</dt><dd><code>${escape(code)}</code></dd>
${more}</dl>`;
}

export function renderProblem(attempt?: Attempt): string {
  return attempt === undefined ? '' : `<p role="alert">${escape(attempt.problem)}</p>\n`;
}

export function renderCredentials(attempt?: Attempt): string {
  return `<label for="username">User name or e-mail address</label>
<input id="username" name="username" autocomplete="username" required maxlength="254" value="${escape(attempt?.username ?? '')}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024">
<label for="code">Code of your authenticator app, if you have one</label>
<input id="code" name="code" autocomplete="one-time-code" maxlength="64">`;
}
