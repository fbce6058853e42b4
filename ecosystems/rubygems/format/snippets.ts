import type { Snippets } from '../../format.ts';
import { splitVersion } from './version.ts';

/** Texts for people: a source, an install, a push. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const source = `${baseUrl}/rubygems`;
  const { number } = splitVersion(version);
  const host = new URL(baseUrl).host;
  return {
    configure: [
      '# Gemfile',
      `source "${source}" do`,
      `  gem "${name}", "${number}"`,
      'end',
      '# only private gems need the token',
      `# bundle config set --global ${host} pub_…:`,
    ].join('\n'),
    install: `gem install ${name} --version ${number} --clear-sources --source ${source}/`,
    publish: `GEM_HOST_API_KEY=pub_… gem push --host ${source} ${name}-${version}.gem`,
  };
}
