import type { Snippets } from '../../format.ts';

/** Texts for people: registry configuration, adding the crate, publishing one. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  return {
    configure: [
      '# .cargo/config.toml',
      '[registries.rookery]',
      `index = "sparse+${baseUrl}/cargo/index/"`,
      'credential-provider = ["cargo:token"]',
    ].join('\n'),
    install: `cargo add ${name}@${version} --registry rookery`,
    publish: 'cargo login --registry rookery\ncargo publish --registry rookery',
  };
}
