import { bodyLimits, type Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits of requests from npm clients. */
export const limits = {
  json: { bytes: 64 * KiB, depth: 16, values: 5_000, why: 'log-ins, tokens, tags: a few texts' },
  document: {
    bytes: 32 * MiB,
    depth: 100,
    values: 1_500_000,
    why: 'documents of packages with thousands of versions come back with all of them',
  },
  manifest: {
    bytes: MiB,
    depth: 100,
    values: 100_000,
    why: 'one version: every reader of the package loads it',
  },
  publish: { bytes: 768 * MiB, why: 'a tarball in base64, and the document around it' },
  tarball: { bytes: 512 * MiB, why: 'the largest tarball' },
  attestation: bodyLimits['sigstore.bundle'],
  audit: { bytes: 8 * MiB, depth: 256, values: 400_000, why: 'the tree of 20,000 dependencies' },
  'audited names': { count: 20_000, characters: 214, why: 'longer ones are no names' },
  'audited versions': { count: 50_000, characters: 256, why: 'longer ones are no versions' },
  'audited paths': { bytes: 8 * MiB, why: 'of the tree that an audit tells of' },
  'audit report': { bytes: 8 * MiB, why: 'an answer that fits into memory' },
  dependencies: { count: 5_000, why: 'of all kinds: documents repeat them for every version' },
  name: { characters: 214, why: 'as in the client, the scope included' },
  readme: { bytes: 1024 * KiB, why: 'a larger one is left out' },
  version: { characters: 256, why: 'as in the client, which refuses longer ones' },
  tag: { characters: 128, why: 'clients name no limit, addresses and columns need one' },
  'token name': { characters: 100, why: 'people read it in lists' },
  'bundled packages': { count: 20, why: 'each opened one can cost another pass through the tarball' },
  'pages of own packages': { count: 20, why: 'pages of a search in one listing' },
  'attachment key': { bytes: KiB, why: 'name, version and suffix are shorter' },
  'audit tree': { depth: 100, why: 'deeper than any real project nests' },
  'texts beside attachments': { count: 1, why: 'a publish has one' },
  'token page': { count: 100, why: 'one answer' },
  'trusted publishers': { count: 20, why: 'one request' },
  'organization list': { count: 10_000, why: 'one answer, as clients have no pages' },
  'token page number': { count: 1_000_000, why: 'behind any list' },
  'search page': { count: 250, why: 'one answer; the client asks for no more' },
  maintainers: { characters: 100, count: 100, why: 'one request' },
  deprecation: { characters: 2_000, why: 'documents repeat it' },
  'publisher file': { characters: 200, why: 'of a workflow' },
  'publisher repository': { characters: 300, why: 'with its owner' },
  'publisher environment': { characters: 200, why: 'hosts have lower limits' },
} as const satisfies Limits;
