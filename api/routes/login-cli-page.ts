import type { WaitingClient } from '../../services/identity/browser-login.ts';
import { escape, renderPage } from './html-page.ts';

const confirmation =
  'A program with a token of yours asks to change your account, or who may publish one of your packages.';

/** `username` and `problem` of the attempt before this one. */
export function renderLoginPage(
  client: WaitingClient,
  attempt?: { username: string; problem: string },
): string {
  const { hostname, address, code, isConfirmation } = client;
  const problem = attempt === undefined ? '' : `<p role="alert">${escape(attempt.problem)}</p>\n`;
  return renderPage(
    isConfirmation ? 'Confirm a change' : 'Log in a command line',
    `<p>${isConfirmation ? confirmation : 'A program on another screen asks to act for you.'}</p>
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
<label for="code">Code of your authenticator app, if you have one</label>
<input id="code" name="code" autocomplete="one-time-code" maxlength="64">
<button>${isConfirmation ? 'Confirm' : 'Log in and approve'}</button>
</form>`,
  );
}
