import type { Snippets } from '../../format.ts';
import { scopeOf } from './name.ts';

/** Texts for people: registry configuration, adding the package, publishing one. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const scope = scopeOf(name);
  const registry = `${baseUrl}/npm/`;
  const authority = registry.replace(/^https?:/, '');
  return {
    configure: [
      '# .npmrc',
      `${scope === null ? '' : `@${scope}:`}registry=${registry}`,
      `${authority}:_authToken=\${NPM_TOKEN}`,
    ].join('\n'),
    install: `npm install ${name}@${version}`,
    publish: 'NPM_TOKEN=pub_… npm publish',
  };
}
