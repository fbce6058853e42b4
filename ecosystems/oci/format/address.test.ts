import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

const digest = `sha256:${'a'.repeat(64)}`;

describe('the address of a request', () => {
  it.each([
    ['/v2', { kind: 'base', mount: '/v2' }],
    ['/v2/', { kind: 'base', mount: '/v2' }],
    ['/oci/v2/?x=1', { kind: 'base', mount: '/oci/v2' }],
    ['/oci/r/team/v2/', { kind: 'base', mount: '/oci/r/team/v2' }],
    ['/v2/_catalog?n=1', { kind: 'catalog', mount: '/v2' }],
    ['/v2/a/tags/list', { kind: 'tags', mount: '/v2', name: 'a' }],
    ['/v2/a/b/c/tags/list?n=2&last=x', { kind: 'tags', mount: '/v2', name: 'a/b/c' }],
    ['/v2/tags/list/tags/list', { kind: 'tags', mount: '/v2', name: 'tags/list' }],
    ['/v2/a/manifests/1.0', { kind: 'manifest', mount: '/v2', name: 'a', reference: '1.0' }],
    ['/v2/a/tags/manifests/list', { kind: 'manifest', mount: '/v2', name: 'a/tags', reference: 'list' }],
    [
      '/v2/manifests/manifests/blobs',
      { kind: 'manifest', mount: '/v2', name: 'manifests', reference: 'blobs' },
    ],
    [`/v2/a/blobs/${digest}`, { kind: 'blob', mount: '/v2', name: 'a', digest }],
    [`/v2/a/blobs/${digest.replace(':', '%3A')}`, { kind: 'blob', mount: '/v2', name: 'a', digest }],
    [
      `/v2/a/blobs/uploads/manifests/x`,
      { kind: 'manifest', mount: '/v2', name: 'a/blobs/uploads', reference: 'x' },
    ],
    ['/v2/a/blobs/uploads', { kind: 'uploads', mount: '/v2', name: 'a' }],
    ['/v2/a/blobs/uploads/?digest=x', { kind: 'uploads', mount: '/v2', name: 'a' }],
    ['/v2/a/blobs/uploads/0198', { kind: 'upload', mount: '/v2', name: 'a', id: '0198' }],
    [`/v2/a/referrers/${digest}`, { kind: 'referrers', mount: '/v2', name: 'a', digest }],
    // an escaped slash is not a slash: the grammar of names refuses it
    ['/v2/a%2Fb/tags/list', { kind: 'tags', mount: '/v2', name: 'a%2Fb' }],
    ['/v2/a/manifests/%E0%A4%A', { kind: 'manifest', mount: '/v2', name: 'a', reference: '%E0%A4%A' }],
  ])('reads %s', (url, address) => {
    expect(parseAddress(url)).toEqual(address);
  });

  it.each([
    '/v1/',
    '/v2x',
    '/cargo/v2/',
    '/v2/a',
    '/v2/tags/list',
    '/v2/a/tags',
    '/v2/a/tags/other',
    '/v2/manifests/x',
    '/v2/blobs/uploads/',
    '/v2/a/things/x',
    '/v2/a/uploads/x',
    '/oci/r/a/b/v2/',
  ])('knows no page %s', (url) => {
    expect(parseAddress(url)).toBeUndefined();
  });
});
