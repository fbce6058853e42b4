import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Words that are hard to understand, each with the usual term. */
const banned: Readonly<Record<string, string>> = {
  'as-reader': 'restrict',
  'asked-names': 'query',
  'if-found': 'undefined-if-missing',
  'is-sent': 'try-send',
  'joined-runs': 'coalesce',
  'joined-steps': 'combined',
  'lean-releases': 'summaries',
  'locally-first': 'local-with-fallback',
  'made-forms': 'derived',
  'mailer-there': 'require-mailer',
  'naming-what': 'relabel',
  'or-none': 'undefined-if-missing',
  'untaken-answers': 'slow-readers',
  'wide-documents': 'repository-indexes',
  'within-round': 'deadline',
  bringer: 'uploader',
  bringers: 'uploaders',
  carrier: 'owning workflow',
  carriers: 'owning workflows',
  everybody: 'all users, public',
  founding: 'new package',
  nobody: 'no user, anonymous',
  rivals: 'conflicts',
  somebody: 'a user, another user',
  told: 'reported, error',
  whoever: 'the user, the caller',
};

/** Excludes this file, which contains the words. */
const trackedFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => path !== 'tools/banned-words.test.ts');

const sources = trackedFiles('*.ts');

/** `locallyFirst` is `locally-first`. */
const kebab = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

const findBanned = (name: string) =>
  Object.entries(banned).find(([word]) => new RegExp(`(?:^|-)${word}(?:-|$)`).test(name));

it('no file is named with a word that has to be decoded', () => {
  const found = sources.flatMap((path) => {
    const word = findBanned(basename(path).replace(/(?:\.deep)?(?:\.test)?\.ts$/, ''));
    return word ? [`${path}: say ${word[1]}`] : [];
  });

  expect(found).toEqual([]);
});

/** Words for an unnamed person: the text must name the user, caller, client or process. */
const unnamed = /nobody|somebody|whoever|everybody/i;

/** Exempt: the Unix account with this name. */
const unixAccount = /(?:lookUp\(|'-u', )'nobody'/;

it('no comment, message, name or document speaks of an unnamed person', () => {
  const found = trackedFiles('*.ts', '*.mjs', '*.md').flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        unnamed.test(line.replace(unixAccount, '')) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );

  expect(found).toEqual([]);
});

it('no exported function, type or class is', () => {
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const names = text.matchAll(/^export (?:async )?(?:function|interface|type|class) (\w+)/gm);
    return [...names].flatMap(([, name = '']) => {
      const word = findBanned(kebab(name));
      return word ? [`${path}: ${name}: say ${word[1]}`] : [];
    });
  });

  expect(found).toEqual([]);
});
