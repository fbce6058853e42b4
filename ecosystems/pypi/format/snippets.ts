import type { Snippets } from '../../format.ts';

/** Texts for people: the index, an install, an upload. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const index = `${baseUrl}/pypi/simple/`;
  return {
    configure: ['# pip.conf; only private projects need the token', '[global]', `index-url = ${index}`].join(
      '\n',
    ),
    install: [`pip install --index-url ${index} ${name}==${version}`, `uv add --index ${index} ${name}`].join(
      '\n',
    ),
    publish: `twine upload --repository-url ${baseUrl}/pypi/legacy/ -u __token__ -p pub_… dist/*`,
  };
}
