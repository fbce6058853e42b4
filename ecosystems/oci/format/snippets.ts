import type { Snippets } from '../../format.ts';
import { isDigest } from './digest.ts';

/** Texts for people: logging in, pulling an image, pushing one. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const host = new URL(baseUrl).host;
  const image = `${host}/${name}`;
  return {
    configure: [`# ${baseUrl}/v2/ and ${baseUrl}/oci/v2/`, `docker login ${host}`].join('\n'),
    install: `docker pull ${image}${isDigest(version) ? '@' : ':'}${version}`,
    publish: `docker tag ${name.split('/').at(-1) ?? name} ${image}:1.0\ndocker push ${image}:1.0`,
  };
}
