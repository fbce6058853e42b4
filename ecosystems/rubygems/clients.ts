import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Client, Clients } from '../clients/client.ts';
import { splitVersion } from './format/version.ts';

const gem: Client = {
  add: ({ name, version, url }) =>
    `gem install ${name} --version ${splitVersion(version).number} --clear-sources --source ${url}/rubygems/`,
  notes: ({ url }) => [
    `pushes to ${url}/rubygems (gem push --host); gems come from where they came before. A Gemfile takes its own from here inside: source "${url}/rubygems" do … end`,
  ],
  edits: ({ url, token, home }) => [
    {
      path: join(home, '.gem', 'credentials'),
      edit: (text) => editYaml(text, `${url}/rubygems`, token),
    },
  ],
};

/** Bundler configuration; Bundler's key for a host replaces dots and dashes. */
const bundler: Client = {
  add: ({ name, version, url }) =>
    `bundle add ${name} --version ${splitVersion(version).number} --source ${url}/rubygems`,
  notes: ({ url }) => [`takes gems from here where a Gemfile says so: source "${url}/rubygems" do … end`],
  edits: ({ url, token, home }) => [
    {
      path: join(home, '.bundle', 'config'),
      edit: (text) => {
        const host = new URL(url).hostname.replaceAll('-', '___').replaceAll('.', '__').toUpperCase();
        return editYaml(text, `BUNDLE_${host}`, `${token}:`);
      },
    },
  ],
};

function editYaml(text: string, key: string, value: string): string {
  const document = parseDocument(text.trim() === '' ? '---\n{}\n' : text);
  document.set(key, value);
  return document.toString({ flowCollectionPadding: false, collectionStyle: 'block', directives: true });
}

export const clients: Clients = { bundler, gem };
