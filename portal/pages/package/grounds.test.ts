import { describe, expect, it } from 'vitest';
import { groundOfLink, groundOfOwner } from './grounds.ts';

const github = 'https://token.actions.githubusercontent.com';
const build = { issuer: github, repository: 'acme/probe', commit: null, workflow: null };
const proven = { namespace: 'com.acme.tools', domains: ['tools.acme.com', 'acme.com'], isOfOwner: true };
const ofBuild = { kind: 'build', repository: 'acme/probe' };
const ofNamespace = { kind: 'namespace', namespace: 'com.acme.tools' };

describe('a link', () => {
  it.each([
    ['https://github.com/acme/probe', ofBuild],
    ['https://github.com/Acme/Probe/', ofBuild],
    ['https://github.com/acme/probe.git', ofBuild],
    ['https://github.com/acme/probe/tree/main/docs', ofBuild],
    ['https://github.com/acme/probe#readme', ofBuild],
    ['https://github.com/acme/probe-evil', null],
    ['https://github.com/acme/probe/../other', null],
    ['https://github.com/acme/probe/%2e%2e/other', null],
    ['https://github.com/acme', null],
    ['https://gitlab.com/acme/probe', null],
    ['http://github.com/acme/probe', null],
    ['https://github.com:8443/acme/probe', null],
    ['https://github.com@evil.example/acme/probe', null],
    ['https://evil@github.com/acme/probe', null],
    ['https://acme.github.io/probe', null],
    ['https://tools.acme.com/', ofNamespace],
    ['https://www.tools.acme.com/probe', ofNamespace],
    // the proved domain may be the longer one
    ['https://acme.com/', null],
    ['https://eviltools.acme.com/', null],
    ['https://tools.acme.com.evil.example/', null],
    ['http://tools.acme.com/', null],
    ['javascript:alert(1)', null],
    ['not an address', null],
    [null, null],
  ] as const)('%s is verified by %j', (href, ground) => {
    expect(groundOfLink(href, { builds: [build], proven })).toEqual(ground);
  });

  it('is claimed where nothing shows it', () => {
    const unknown = { ...build, issuer: 'https://ci.example' };

    expect(groundOfLink('https://github.com/acme/probe', { builds: [unknown], proven: null })).toBeNull();
    expect(groundOfLink('https://acme.com', { builds: [], proven: { ...proven, domains: [] } })).toBeNull();
  });
});

describe('an owner', () => {
  it.each([
    ['acme', [build], null, ofBuild],
    ['Acme', [build], null, ofBuild],
    ['acme-evil', [build], null, null],
    ['probe', [build], null, null],
    ['acme', [{ ...build, issuer: 'https://ci.example' }], null, null],
    ['acme', [{ ...build, repository: null }], null, null],
    ['acme', [], proven, ofNamespace],
    ['acme', [], { ...proven, isOfOwner: false }, null],
    ['acme', [], null, null],
  ] as const)('%s with builds %j and the namespace %j is verified by %j', (name, published, held, ground) => {
    expect(groundOfOwner(name, { published, proven: held })).toEqual(ground);
  });
});
