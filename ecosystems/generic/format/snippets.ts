import type { Snippets } from '../../format.ts';

/** Texts for people: where the token goes, downloading with a check, publishing. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const release = `${baseUrl}/generic/${name}/${version}`;
  return {
    // a command that reads the package fails before the first publish: it is written as a comment
    configure: [
      '# only for private packages and for publishing',
      'TOKEN=pub_…',
      `# to read: curl --fail-with-body -H "Authorization: Bearer $TOKEN" ${baseUrl}/generic/${name}/`,
    ].join('\n'),
    install: [
      `curl --fail-with-body ${release}/`,
      `curl --fail --remote-name ${release}/FILE`,
      `curl --fail --silent ${release}/FILE.sha256 | sha256sum -c`,
    ].join('\n'),
    publish: `curl --fail-with-body -T FILE -H "Authorization: Bearer $TOKEN" ${baseUrl}/generic/${name}/VERSION/`,
  };
}
