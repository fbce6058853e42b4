import { expect, it } from 'vitest';
import { helpOf } from './run-tool.ts';

const help = `Usage: rookery admin held             what waits
       rookery admin review <name>    its files
                                      and their digest
       rookery admin review-all       all of them

  --as <username>  who does it
`;

it('shows the usage of one action, with all of its lines and what is true of all actions', () => {
  expect(helpOf(help, 'review')).toBe(`Usage: rookery admin review <name>    its files
                                      and their digest

  --as <username>  who does it
`);
});

it('shows everything where the action is none of the tool', () => {
  expect(helpOf(help, '')).toBe(help);
});
