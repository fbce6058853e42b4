import type { ListedEntry } from '../../../services/audit/read-log.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import { packageHref, versionLink } from '../package-link.ts';
import { actionWords } from './action-words.ts';
import { table, when } from '../show.ts';

/** Entries of the audit log: time, action, person, subject and facts. */
export function auditTable(context: PageContext, entries: readonly ListedEntry[]): Html {
  const { t } = context;
  return table({
    label: t('workspace.audit_log'),
    columns: [
      t('packages.time'),
      t('workspace.action'),
      t('packages.who'),
      t('workspace.subject'),
      t('workspace.details'),
    ],
    rows: entries.map((entry) => [
      when(context, entry.occurredAt),
      shownAction(entry.action),
      performerOf(entry),
      subjectOf(entry),
      factsOf(entry),
    ]),
  });
}

/** The action in English, with its identifier in the API and the exported file. */
function shownAction(action: string): Html {
  return html`<span lang="en" title=${action}>${actionWords(action)}</span>`;
}

/** The person with the credential and the IP address, for investigations. */
function performerOf({ names, ipAddress, actorUserId }: ListedEntry): Html {
  const { actor_username: username, actor_token_name: token } = names;
  return html`<span>
    ${username === undefined ? (actorUserId ?? '-') : personLink(username)}
    ${token !== undefined && html` <span class="small muted">${token}</span>`}
    ${ipAddress !== null && html` <span class="small muted">${ipAddress}</span>`}
  </span>`;
}

export function personLink(username: string): Html {
  return html`<a href=${pathOf('users', username)}>${username}</a>`;
}

function subjectOf({ names }: ListedEntry): Content {
  const {
    target_package_ecosystem: ecosystem,
    target_package_name: name,
    target_version: version,
    target_username: username,
    target_org_slug: slug,
  } = names;
  if (ecosystem !== undefined && name !== undefined)
    return html`<span class="row">
      <span>${ecosystem}</span> <a class="wrap" href=${packageHref(ecosystem, name)}>${name}</a>
      ${version !== undefined && versionLink(ecosystem, name, version)}
    </span>`;
  if (username !== undefined) return personLink(username);
  return slug !== undefined && html`<a href=${pathOf('orgs', slug)}>${slug}</a>`;
}

const longestFact = 200;

function factsOf({ metadata }: ListedEntry): Html {
  const facts = Object.entries(metadata).filter(([, value]) => value !== null && value !== '');
  return html`<ul class="plain small">
    ${facts.map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const shown = text.length > longestFact ? `${text.slice(0, longestFact)}…` : text;
      return html`<li><span class="muted">${name}:</span> <span class="wrap">${shown}</span></li>`;
    })}
  </ul>`;
}
