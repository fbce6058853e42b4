import { visibleState } from '../../domain/release.ts';
import type { Standing } from '../../services/releases/standing.ts';
import { escape, renderPage } from './html-page.ts';
import { type Attempt, renderCredentials, renderProblem } from './login-cli-page.ts';

/** The release that a page is about, as its address names it. */
export interface NamedOnPage {
  ecosystem: string;
  name: string;
  version: string;
}

/** Every release gets the same page, whether there is one or not: only people who log in learn of it. */
export function renderReleaseLogin(named: NamedOnPage, action: string, attempt?: Attempt): string {
  return renderPage(
    'State of a release',
    `<p>${titleOf(named)}</p>
<p>Log in to see what was found, who can decide and what to do next. Programs send an API token and get JSON.</p>
${renderProblem(attempt)}<form method="post" action="${escape(action)}">
${renderCredentials(attempt)}
<button>Log in and show</button>
</form>
<p><a href="${escape(loginTo(named))}">Log in to the site</a> to see it there, and to decide.</p>`,
  );
}

/** Its page on the site, after a log-in; a reader who is logged in goes there at once. */
function loginTo({ ecosystem, name, version }: NamedOnPage): string {
  const page = `/packages/${[ecosystem, name, version].map(encodeURIComponent).join('/')}`;
  return `/login?next=${encodeURIComponent(page)}`;
}

export function renderStanding(named: NamedOnPage, { pkg, release, findings, mayDecide }: Standing): string {
  const isHeld = release.state === 'quarantine' && release.statusReason !== null;
  const sections = [
    `<p>${titleOf(named)}</p>`,
    `<p><strong>${escape(isHeld ? 'Held' : (states[visibleState(release)] ?? visibleState(release)))}.</strong>
${escape(isHeld ? (waits[release.statusReason ?? ''] ?? 'It waits for a decision.') : '')}</p>`,
    findings.length === 0
      ? ''
      : `<h2>What was found</h2>\n<ul>${findings.map(renderFinding).join('\n')}</ul>`,
    isHeld ? `<h2>Who can decide</h2>\n${whoDecides(pkg, findings, mayDecide)}` : '',
    isHeld ? `<h2>What next</h2>\n${renderSteps(named, findings)}` : '',
  ];
  return renderPage('State of a release', sections.filter((section) => section !== '').join('\n'));
}

const titleOf = ({ ecosystem, name, version }: NamedOnPage): string =>
  `<code>${escape(ecosystem)}</code> <code>${escape(name)}</code> <code>${escape(version)}</code>`;

const states: Readonly<Record<string, string>> = {
  quarantine: 'Being checked',
  scanning: 'Being checked',
  published: 'Published',
  deprecated: 'Published, and deprecated',
  yanked: 'Published, and yanked',
  rejected: 'Rejected',
  deleted: 'Deleted',
};

const waits: Readonly<Record<string, string>> = {
  blocked_by_findings: 'A finding blocks it until a person resolves it.',
  awaiting_approval: 'It waits for an approval.',
  policy_hold: 'A policy asks for an approval.',
  cooling_down: 'A policy lets it wait for a while; after that it is published.',
  scan_failed: 'It could not be scanned.',
  render_failed: 'Its index documents could not be made.',
};

function renderFinding(finding: Standing['findings'][number]): string {
  const { severity, title, description, file, artifactFilename, line, id } = finding;
  const place = file ?? artifactFilename;
  const where =
    place === null ? '' : ` in <code>${escape(place)}${line === null ? '' : escape(`:${line}`)}</code>`;
  return `<li><strong>${escape(title)}</strong> (${escape(severity)})${where}<br>
${escape(description)}<br>
<small>Finding <code>${escape(id)}</code></small></li>`;
}

function whoDecides(
  { ownerOrgId, ownerName }: Standing['pkg'],
  findings: Standing['findings'],
  mayDecide: boolean,
): string {
  const owner = `<strong>${escape(ownerName)}</strong>`;
  const holders =
    ownerOrgId === null
      ? `${owner}, who owns the package`
      : `owners, administrators and security managers of the organization ${owner}`;
  const malware = findings.some(({ kind }) => kind === 'malware')
    ? ' A finding of malware is resolved by platform administrators, unless the operator says otherwise.'
    : '';
  return `<p>${mayDecide ? 'You can.' : 'You can not.'} These can: ${holders}, people with the permission
<code>admin</code> or <code>security_review</code> on it, and platform administrators.${malware}</p>`;
}

function renderSteps({ ecosystem, name, version }: NamedOnPage, findings: Standing['findings']): string {
  const shown = [ecosystem, name, version].map(escape).join(' ');
  const [first] = findings;
  const resolving =
    first === undefined
      ? ''
      : `<li>A finding is right: publish another version without it, and have this one rejected.</li>
<li>A finding is wrong, or its risk is accepted: a person who can decide resolves it, over the API
(<code>PATCH …/security-findings/${escape(first.id)}</code>) or at the machine
(<code>rookery admin resolve ${escape(ecosystem)} ${escape(name)} ${escape(first.id)} --resolution false_positive</code>).</li>\n`;
  return `<ul>
<li>To decide in the browser: <a href="${escape(loginTo({ ecosystem, name, version }))}">its page</a>.</li>
${resolving}<li>Where an approval is needed: <code>POST …/releases/${escape(version)}/approve</code>, or
<code>rookery admin approve ${shown}</code>.</li>
<li>To throw it away: <code>POST …/releases/${escape(version)}/reject</code> with a reason, or
<code>rookery admin reject ${shown} --reason TEXT</code>.</li>
</ul>`;
}
