import { h } from 'preact';
import { type FieldWords, showWords, type Words } from '../error-words.ts';
import { html, type Content, type Html } from '../html.ts';
import type { Attempt, PageContext } from '../page.ts';

interface FormOptions {
  /** The target of the form; absent: the page's own address. */
  action?: string;
  /** Value of the field `action`, where the page has several forms. */
  name?: string;
  className?: string;
  /** Label for screen readers, where several forms look alike. */
  label?: string;
}

/** A form that changes something: sent by POST, with a proof that this reader got the page. */
export function postForm(context: PageContext, options: FormOptions, content: Content): Html {
  const { action, name, className = 'form', label } = options;
  return html`<form method="post" action=${action} class=${className} aria-label=${label}>
    <input type="hidden" name="csrf" value=${context.csrf()} />
    ${name && html`<input type="hidden" name="action" value=${name} />`} ${content}
  </form>`;
}

export interface FieldOptions {
  name: string;
  label: string;
  type?: string;
  value?: string | undefined;
  hint?: Content;
  required?: boolean;
  autocomplete?: string;
  maxlength?: number;
  min?: number;
  max?: number;
  placeholder?: string;
  inputmode?: string;
  /** Distinguishes fields of one name on a page. */
  id?: string;
  /** Lines of a text area. */
  rows?: number;
  /** Whether the text area contains names or keys, which are read letter by letter. */
  isCode?: boolean;
  /** Turns off capitalisation and autocorrection. */
  isPlain?: boolean;
  /** The field is shown but can't be changed for now. */
  isReadonly?: boolean;
  attempt?: Attempt | undefined;
}

/** The id of a field, and its label. */
interface Place {
  id: string;
  label: string;
}

/** Fields that show errors of an attempt, by their names: the summary above them links to them. */
const places = new WeakMap<Attempt, Map<string, Place>>();

/** The error of a field, for fields that a page draws itself. Records the place, so that the summary can link to it. */
export function problemOf(attempt: Attempt | undefined, name: string, place: Place): Words | undefined {
  if (!attempt) return undefined;
  const known = places.get(attempt) ?? new Map<string, Place>();
  places.set(attempt, known);
  // several forms may show the same attempt: the first place counts
  if (!known.has(name)) known.set(name, place);
  return attempt.errors.find(({ path }) => path === name);
}

/** The refused value; undefined where another form of the page was sent, without such a field. */
function typedIn(attempt: Attempt | undefined, name: string): string | undefined {
  return attempt?.form.has(name) === true ? attempt.form.typed(name) : undefined;
}

/** A labelled input with its hint, the refused value and its error. */
export function field(options: FieldOptions): Html {
  const { name, label, type = 'text', hint, attempt, rows } = options;
  const id = options.id ?? name;
  const problem = problemOf(attempt, name, { id, label });
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-error` : ''].filter(Boolean).join(' ');
  const value = (type === 'password' ? undefined : typedIn(attempt, name)) ?? options.value;
  const shared = {
    id,
    name,
    required: options.required,
    readonly: options.isReadonly,
    autocomplete: options.autocomplete,
    maxlength: options.maxlength,
    placeholder: options.placeholder,
    ...(options.isPlain && { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' }),
    'aria-invalid': problem ? 'true' : undefined,
    'aria-describedby': described || undefined,
  };
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${
      rows
        ? html`<textarea ...${shared} class=${options.isCode ? 'code' : undefined} rows=${rows}>
${value}</textarea>`
        : html`<input
            ...${shared}
            type=${type}
            value=${value}
            min=${options.min}
            max=${options.max}
            inputmode=${options.inputmode}
          />`
    }
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${problem && html`<p class="problem" id="${id}-error">${showWords(problem)}</p>`}
  </div>`;
}

export interface Choice {
  value: string;
  label: string;
  /** The name above the choices of the group; not for checkboxes. */
  group?: string;
  /** Shown below a checkbox. */
  hint?: string;
  /** The language of the text where it differs from the page's; in lists. */
  lang?: string;
}

/** A labelled list to choose one of. */
export function select(options: Omit<FieldOptions, 'type' | 'rows'> & { choices: readonly Choice[] }): Html {
  const { name, label, choices, hint, attempt } = options;
  const id = options.id ?? name;
  const problem = problemOf(attempt, name, { id, label });
  const chosen = typedIn(attempt, name) || options.value;
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      name=${name}
      required=${options.required}
      aria-invalid=${problem ? 'true' : undefined}
      aria-describedby=${described || undefined}
    >
      ${[...Map.groupBy(choices, ({ group }) => group)].map(([group, within]) => {
        const options = within.map(
          ({ value, label, lang }) =>
            html`<option value=${value} lang=${lang} selected=${value === chosen}>${label}</option>`,
        );
        return group === undefined ? options : html`<optgroup label=${group}>${options}</optgroup>`;
      })}
    </select>
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${problem && html`<p class="problem" id="${id}-error">${showWords(problem)}</p>`}
  </div>`;
}

/**
 * The attempt at this form, not at another form of the page. Browsers do not send an empty box, so the attempt at
 * another form would clear every box.
 */
interface OwnAttempt {
  attempt: Attempt | undefined;
}

/**
 * A group of checkboxes, each named by its value unless it has a label. `checked`: the checked values without an
 * attempt.
 */
export function checkboxes(
  options: OwnAttempt & {
    name: string;
    label: string;
    choices: readonly Choice[];
    checked: readonly string[];
  },
): Html {
  const { name, label, choices, attempt } = options;
  const checked = attempt ? attempt.form.all(name) : options.checked;
  const problem = problemOf(attempt, name, { id: name, label });
  return html`<fieldset
    class="field"
    id=${name}
    tabindex="-1"
    aria-describedby=${problem ? `${name}-error` : undefined}
  >
    <legend>${label}</legend>
    <div class="choices">
      ${choices.map(
        ({ value, label, hint }) =>
          html`<div>
            <label class="choice"
              ><input
                type="checkbox"
                name=${name}
                value=${value}
                checked=${checked.includes(value)}
                aria-invalid=${problem ? 'true' : undefined}
                aria-describedby=${hint && `${name}-${value}-hint`}
              />
              <span>${label}</span></label
            >
            ${hint && html`<p class="hint" id="${name}-${value}-hint">${hint}</p>`}
          </div>`,
      )}
    </div>
    ${problem && html`<p class="problem" id="${name}-error">${showWords(problem)}</p>`}
  </fieldset>`;
}

/** A group of radio buttons. `chosen`: the choice without an attempt. */
export function radios(
  options: OwnAttempt & { name: string; label: string; choices: readonly Choice[]; chosen: string },
): Html {
  const { name, label, choices, attempt } = options;
  const chosen = typedIn(attempt, name) || options.chosen;
  return html`<fieldset class="field">
    <legend>${label}</legend>
    <div class="choices">
      ${choices.map(
        (each) =>
          html`<label class="choice"
            ><input
              type="radio"
              name=${name}
              value=${each.value}
              id="${name}-${each.value}"
              checked=${each.value === chosen}
            />
            <span>${each.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** Fields that the reader does not see. */
export function hiddenFields(values: Iterable<readonly [name: string, value: string]>): Html[] {
  return Array.from(values, ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`);
}

/** One checkbox. `id`: distinguishes checkboxes of one name on a page; `isOn`: the state without an attempt. */
export function checkbox(
  options: OwnAttempt &
    Pick<FieldOptions, 'name' | 'label' | 'hint' | 'id' | 'required'> & { isOn?: boolean },
): Html {
  const { name, label, hint, attempt, id = name } = options;
  const isOn = attempt ? attempt.form.isOn(name) : options.isOn;
  const problem = problemOf(attempt, name, { id, label });
  return html`<div class="field">
    <label class="choice"
      ><input
        type="checkbox"
        id=${id}
        name=${name}
        checked=${isOn}
        required=${options.required}
        aria-invalid=${problem ? 'true' : undefined}
        aria-describedby=${problem ? `${id}-error` : undefined}
      />
      <span>${label}</span></label
    >
    ${hint && html`<p class="hint">${hint}</p>`}
    ${problem && html`<p class="problem" id="${id}-error">${showWords(problem)}</p>`}
  </div>`;
}

/** The errors of the form at the top of the page, which gets the focus. */
export function errorSummary(context: PageContext, attempt: Attempt | undefined): Html | undefined {
  // a component, because it renders after the fields have recorded their places
  return attempt && h(Summary, { context, attempt });
}

function Summary({ context: { t }, attempt }: { context: PageContext; attempt: Attempt }): Html {
  const { problem, errors, retryAfterSeconds } = attempt;
  const isSaidBelow = errors.some(
    (error) => error.path !== '' && ofService(problem).endsWith(ofService(error)),
  );
  return html`<div class="notice danger" role="alert" tabindex="-1" autofocus data-focus>
    <p class="notice-title">${t('shell.error_summary')}</p>
    ${!isSaidBelow && html`<p>${showWords(problem)}</p>`}
    ${retryAfterSeconds !== undefined && html`<p>${t('error.retry_in', { seconds: Math.ceil(retryAfterSeconds) })}</p>`}
    ${
      errors.length > 0 &&
      html`<ul>
        ${errors.map((error) => errorLine(places.get(attempt)?.get(error.path), error))}
      </ul>`
    }
  </div>`;
}

/** An error without a field on the page shows its technical name. */
function errorLine(place: Place | undefined, error: FieldWords): Html {
  if (!place) return html`<li>${error.path}: ${showWords(error)}</li>`;
  return html`<li><a href="#${place.id}">${place.label}: ${showWords(error)}</a></li>`;
}

/** The service's text, by which sentences about the form and about a field are compared. */
const ofService = ({ sentence, english }: Words): string => english ?? sentence;
