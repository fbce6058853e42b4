import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { html } from '../html.ts';
import { languageOf } from '../language.ts';
import type { Attempt, PageContext } from '../page.ts';
import { checkboxes, errorSummary, field, select } from './form.ts';

const language = languageOf('en');
const context = { ...language } as PageContext;

const attemptWith = (...paths: string[]): Attempt => ({
  form: readForm(new URLSearchParams({ name: 'typed' }), language.t),
  status: 422,
  problem: { sentence: 'the form is not right' },
  errors: paths.map((path) => ({ path, sentence: 'is not right' })),
  needsLogin: false,
});

const choices = [{ value: 'a', label: 'A' }];

it('leads from the summary to every kind of field by its label, wherever its id is from', () => {
  const attempt = attemptWith('name', 'kind', 'scopes', 'expires_at');
  const page = html`<div>
    ${errorSummary(context, attempt)}
    ${field({ name: 'name', id: 'token-name', label: 'Token name', attempt })}
    ${select({ name: 'kind', id: 'token-kind', label: 'Kind', choices, attempt })}
    ${checkboxes({ name: 'scopes', label: 'Scopes', choices, checked: [], attempt })}
  </div>`;

  const text = renderToString(page);

  const links = [...text.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g)];
  expect(links.map(([, id, label]) => [id, label])).toEqual([
    ['token-name', 'Token name: is not right'],
    ['token-kind', 'Kind: is not right'],
    ['scopes', 'Scopes: is not right'],
  ]);
  for (const [, id = ''] of links) expect(text).toContain(`id="${id}"`);
  // the page has no field for this error
  expect(text).toContain('<li>expires_at: is not right</li>');
});

it('leads to the form that was sent, where others have fields of the same name', () => {
  const attempt = attemptWith('reason');
  const page = html`<div>
    ${errorSummary(context, attempt)} ${field({ name: 'reason', label: 'Another reason' })}
    ${field({ name: 'reason', id: 'reason-2', label: 'Reason', attempt })}
  </div>`;

  expect(renderToString(page)).toContain('<a href="#reason-2">Reason: is not right</a>');
});

it('says a problem once where it is about one field', () => {
  const errors = [{ path: 'name', sentence: 'must be short' }];
  const attempt = { ...attemptWith(), problem: { sentence: 'the name must be short' }, errors };
  const page = html`<div>
    ${errorSummary(context, attempt)} ${field({ name: 'name', label: 'Name', attempt })}
  </div>`;

  const text = renderToString(page);

  expect(text).not.toContain('the name must be short');
  expect(text).toContain('Name: must be short');
});

it('is nothing before a form was refused', () => {
  expect(errorSummary(context, undefined)).toBeUndefined();
});
