import type { Snippets } from '../../format.ts';
import { vendorOf } from './name.ts';

/** Texts for people: the repository, an install, a publish. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const url = `${baseUrl}/composer`;
  const repository = { type: 'composer', url, only: [`${vendorOf(name)}/*`] };
  return {
    configure: [
      `composer config repositories.rookery '${JSON.stringify(repository)}'`,
      '# only private packages need the token',
      `composer config --global http-basic.${new URL(baseUrl).host} token pub_…`,
    ].join('\n'),
    install: `composer require ${name}:${version}`,
    publish: `curl --fail-with-body -X PUT -u token:pub_… -F version=${version} -F dist.zip=@dist.zip ${url}/packages/${name}`,
  };
}
