import type { Policy } from '../../../domain/policy.ts';
import { html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { checkbox, checkboxes, field, postForm, select } from '../form.ts';
import { printDenied } from './denied.ts';
import { longestList, members, unset } from './members.ts';

type Name = keyof Policy;

/** In the order of the page. */
const groups: readonly (readonly [title: TextKey, names: readonly Name[]])[] = [
  ['places.group_findings', ['min_severity', 'finding_kinds', 'new_install_scripts']],
  ['places.group_licenses', ['allowed_licenses', 'denied_licenses']],
  ['places.group_origin', ['require_signature', 'require_attestation', 'allow_token_attestations']],
  ['places.group_waiting', ['require_approval', 'first_release_of_publisher', 'cool_down_hours']],
  [
    'places.group_files',
    ['max_bytes', 'require_sources', 'require_javadoc', 'upload_window_days', 'refuse_local_versions'],
  ],
  ['places.group_names', ['denied_packages', 'allow_similar_names']],
];

const hints: Partial<Record<Name, TextKey>> = {
  allowed_licenses: 'places.lines_hint',
  denied_licenses: 'places.lines_hint',
  denied_packages: 'places.denied_hint',
  allow_similar_names: 'places.similar_hint',
};

export interface ShownPolicy {
  policy: Policy;
  /** The values of a previous form: refused, or tried without saving. */
  typed: Attempt | undefined;
}

/** Every member of a policy as a field, with `Save` and `Dry run`: the page's actions `save` and `dry_run`. */
export function policyForm(context: PageContext, shown: ShownPolicy): Html {
  const { t } = context;
  return postForm(
    context,
    { className: 'form prose-width', label: t('places.policy') },
    html`<div>
      ${groups.map(
        ([title, names]) =>
          html`<section>
            <h2>${t(title)}</h2>
            ${names.map((name) => memberField(context, name, shown))}
          </section>`,
      )}
      <div class="row">
        <button class="primary" name="action" value="save">${t('account.save')}</button>
        <button name="action" value="dry_run">${t('places.dry_run')}</button>
      </div>
      <p class="hint">${t('places.dry_run_text')}</p>
    </div>`,
  );
}

function memberField({ t }: PageContext, name: Name, { policy, typed }: ShownPolicy): Html {
  const member = members[name];
  const value = policy[name];
  const hint = hints[name];
  const shared = {
    name,
    label: t(`places.policy_${name}` satisfies TextKey),
    attempt: typed,
    ...(hint && { hint: t(hint) }),
  };
  const notSaid = { value: unset, label: t('places.not_said') };
  switch (member.kind) {
    case 'flag': {
      return checkbox({ ...shared, isOn: value === true });
    }
    case 'answer': {
      const choices = [
        { value: 'yes', label: t('places.answer_yes') },
        { value: 'no', label: t('places.answer_no') },
      ];
      const chosen = value === undefined ? unset : value === true ? 'yes' : 'no';
      return select({ ...shared, value: chosen, choices: [notSaid, ...choices] });
    }
    case 'number': {
      const max = member.most < Number.MAX_SAFE_INTEGER && { max: member.most };
      return field({
        ...shared,
        type: 'number',
        min: 1,
        ...max,
        value: typeof value === 'number' ? String(value) : '',
      });
    }
    case 'choice': {
      const choices = Object.entries(member.labels).map(([each, label]) => ({
        value: each,
        label: t(label),
      }));
      return select({
        ...shared,
        value: typeof value === 'string' ? value : unset,
        choices: [notSaid, ...choices],
      });
    }
    case 'several': {
      const choices = Object.entries(member.labels).map(([each, label]) => ({
        value: each,
        label: t(label),
      }));
      return checkboxes({ ...shared, choices, checked: textsOf(value) });
    }
    case 'lines': {
      const { forEmpty } = member;
      const list = { rows: 3, isCode: true, maxlength: longestList, value: textsOf(value).join('\n') };
      if (!forEmpty) return field({ ...shared, ...list });
      return html`<div>
        ${field({ ...shared, ...list })}
        ${checkbox({
          name: forEmpty.name,
          label: t(forEmpty.label),
          isOn: value !== undefined,
          attempt: typed,
        })}
      </div>`;
    }
    default: {
      const printed = printDenied(policy.denied_packages ?? []);
      return field({ ...shared, rows: 4, isCode: true, maxlength: longestList, value: printed });
    }
  }
}

function textsOf(value: Policy[Name]): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
