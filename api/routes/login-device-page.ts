import type { WaitingClient } from '../../services/identity/browser-login.ts';
import { escape, renderPage } from './html-page.ts';
import { type Attempt, renderClient, renderCredentials, renderProblem } from './login-cli-page.ts';

/** For visitors without a code, or with a text that is none. */
export function renderCodePage(problem?: string): string {
  const alert = problem === undefined ? '' : renderProblem({ username: '', problem });
  return renderPage(
    'Log in a command line',
    `<p>Type the code that your terminal shows.</p>
${alert}<form method="get">
<label for="user_code">Code</label>
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" placeholder="XXXX-XXXX">
<button>Go on</button>
</form>`,
  );
}

/** `userCode` with its dash. Saying no needs no password: it gives nothing away. */
export function renderDevicePage(client: WaitingClient, userCode: string, attempt?: Attempt): string {
  const scopes = client.scopes.map((scope) => `<code>${escape(scope)}</code>`).join(', ');
  return renderPage(
    'Log in a command line',
    `<p>A program on another screen asks to act for you.</p>
${renderClient(client, userCode, `<dt>It may then</dt><dd>${scopes}</dd>\n`)}
<p>Your terminal must show this code. If you have not asked for this, deny it.</p>
${renderProblem(attempt)}<form method="post" action="?">
<input type="hidden" name="user_code" value="${escape(userCode)}">
${renderCredentials(attempt)}
<button name="decision" value="approve">Log in and approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>`,
  );
}
