import { join } from 'node:path';
import type { Client, Clients, FileEdit, Target } from '../clients/client.ts';
import { addValue, dropLine, dropTop, linesOf, setInSection, textOf } from '../clients/lines.ts';
import { netrc } from '../clients/netrc.ts';

const indexOf = ({ url }: Target): string => `${url}/pypi/simple/`;

const pip: Client = {
  add: ({ name, version }) => `pip install ${name}==${version}`,
  notes: ({ names }) =>
    names.everything
      ? ['gets every package from this registry: one that is not here is not found']
      : [
          'asks PyPI and this registry for every name and takes the highest version of both: a stranger who registers the name of one of your packages on PyPI is installed in its place. uv, poetry and --everything have no such risk',
        ],
  edits: (target) => [
    { path: join(target.home, '.config', 'pip', 'pip.conf'), edit: (text) => editPip(text, target) },
    ...netrc.edits(target),
  ],
};

function editPip(text: string, target: Target): string {
  const index = indexOf(target);
  if (target.names.everything) return setInSection(text, 'global', 'index-url', index);
  return addValue(dropLine(text, `index-url = ${index}`), 'global', 'extra-index-url', index);
}

const uv: Client = {
  add: ({ name, version }) => `uv add --index rookery ${name}==${version}`,
  notes: ({ names }) =>
    names.everything
      ? ['gets every package from this registry: one that is not here is not found']
      : [
          'takes a package from here where its project says so: `uv add --index rookery <package>`, or `[tool.uv.sources]`',
        ],
  edits: (target) => [
    { path: join(target.home, '.config', 'uv', 'uv.toml'), edit: (text) => editUv(text, target) },
    ...netrc.edits(target),
  ],
};

/** Adds an index: an explicit index serves only packages pinned to it; a default index replaces PyPI. */
function editUv(text: string, target: Target): string {
  const index = indexOf(target);
  const kind = target.names.everything ? 'default' : 'explicit';
  const block = ['[[index]]', 'name = "rookery"', `url = "${index}"`, `${kind} = true`];
  const lines = linesOf(dropTop(text, `index-url = "${index}"`));
  const mark = lines.findIndex((line) => line.replaceAll(' ', '') === 'name="rookery"');
  if (mark === -1) return textOf([...lines, ...(lines.length > 0 ? [''] : []), ...block]);
  const start = lines.findLastIndex((line, at) => at <= mark && line.trim() === '[[index]]');
  const next = lines.findIndex((line, at) => at > mark && line.trimStart().startsWith('['));
  const end = next === -1 ? lines.length : next;
  const gap = lines.slice(start, end).findLastIndex((line) => line.trim() !== '') + 1;
  lines.splice(start, gap, ...block);
  return textOf(lines);
}

/** Only the credential and the target of `poetry publish -r rookery`: sources are in the files of projects. */
const poetry: Client = {
  add: ({ name, version }) => `poetry add --source rookery ${name}==${version}`,
  notes: (target) => [
    `takes packages from here in a project after: poetry source add --priority explicit rookery ${indexOf(target)}`,
  ],
  edits({ url, token, home }): FileEdit[] {
    const folder = join(home, '.config', 'pypoetry');
    const account = 'http-basic.rookery';
    return [
      {
        path: join(folder, 'config.toml'),
        edit: (text) => setInSection(text, 'repositories.rookery', 'url', `"${url}/pypi/legacy/"`),
      },
      {
        path: join(folder, 'auth.toml'),
        edit: (text) =>
          setInSection(
            setInSection(text, account, 'password', `"${token}"`),
            account,
            'username',
            '"__token__"',
          ),
      },
    ];
  },
};

const twine: Client = {
  edits: ({ url, token, home }) => [
    {
      path: join(home, '.pypirc'),
      edit: (text) =>
        [
          ['repository', `${url}/pypi/legacy/`],
          ['username', '__token__'],
          ['password', token],
        ].reduce(
          (edited, [key = '', value = '']) => setInSection(edited, 'rookery', key, value),
          named(text),
        ),
    },
  ],
};

/** Adds the repository to `index-servers`: programs older than twine only use repositories of this list. */
function named(text: string): string {
  const servers = linesOf(text).findIndex((line) => /^index-servers\s*=/.test(line));
  if (servers === -1) return setInSection(text, 'distutils', 'index-servers', 'rookery');
  const lines = linesOf(text);
  const end = lines.findIndex((line, index) => index > servers && !/^\s+\S/.test(line));
  const list = lines.slice(servers, end === -1 ? lines.length : end);
  const isNamed = list
    .join(' ')
    .split(/[\s=]+/)
    .includes('rookery');
  if (!isNamed) lines.splice(servers + list.length, 0, '    rookery');
  return textOf(lines);
}

export const clients: Clients = { pip, poetry, twine, uv };
