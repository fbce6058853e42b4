import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actions, Role, rowOf } from '../domain/permissions.ts';
import { Scope } from '../domain/scopes.ts';

const header = '| action | role | permission | personal owner | platform administrator with | scope |';

test('the table of permissions in the documents is the one that decides', () => {
  const documented = tableBelow(
    header,
    readFileSync(new URL('../docs/SECURITY.md', import.meta.url), 'utf8'),
  );

  expect(documented).toEqual(actions.map((action) => documentedRow(action)));
});

/** The rows of a Markdown table, without its header and separator line. */
function tableBelow(heading: string, text: string): string[] {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 2;
  const end = lines.indexOf('', start);
  return lines.slice(start, end);
}

function documentedRow(action: (typeof actions)[number]): string {
  const { roles, permissions, owner, platform, scopes } = rowOf(action);
  const cells = [
    `\`${action}\``,
    roles.join(', '),
    permissions.join(', '),
    owner ? 'yes' : '',
    quoted(platform),
    quoted(scopes),
  ];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}

function quoted(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(' or ');
}

test.each([
  ['scope', 'tokens', Scope.options],
  ['role', 'organizations', Role.options],
])('every %s is in the table of the guide to %s, and no other', (column, guide, all) => {
  const text = readFileSync(new URL(`../docs/guides/${guide}.md`, import.meta.url), 'utf8');
  const heading = text.split('\n').find((line) => line.startsWith(`| ${column} |`)) ?? '';

  const rows = tableBelow(heading, text).map((row) => row.split('|')[1] ?? '');

  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.toSorted(undefined)).toEqual(all.toSorted(undefined));
});
