import type { Limits } from '../limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** The bounds of single texts, lists and files from outside. */
export const inputLimits = {
  'advisory entries': { count: 2_000_000, why: 'of an archive: several times the largest ecosystem' },
  'advisory record': { bytes: 8 * MiB, why: 'unpacked; the longest lists of versions need a tenth' },
  'imported tags': { count: 500, why: 'one import; the next one continues' },
  'installed packages': { count: 20_000, why: 'of all parts of one release' },
  'advisory archive': { bytes: 4 * GiB, why: 'the largest archive that operators import' },
  'repository address': { characters: 2_000, why: 'of an import' },
  'identity token': { characters: 16 * KiB, why: 'a JWT with its claims' },
  'identity token lifetime': { seconds: 86_400, why: 'used tokens are remembered until they expire' },
  'login code': { seconds: 300, why: 'from the browser to the client' },
  'login host': { characters: 100, why: 'the name that a client shows of its machine' },
  'display name': { characters: 200, why: 'pages show it' },
  'second factor attempts': { count: 5, why: 'wrong codes before a challenge ends' },
  'open invitations': { count: 1_000, why: 'of one organization' },
  'namespace keys': { count: 20, why: 'each is read for every signature that names it' },
  teams: { count: 1_000, why: 'of one organization' },
  'fetched document': { bytes: 256 * KiB, why: 'from servers of others: key sets and proofs' },
  'staging groups': { count: 200, why: 'of one person' },
  'staged group': { count: 1_000, why: 'releases in one group' },
  'transferred releases': {
    count: 1_000,
    why: 'judged in one transaction, which writers of the packages wait for',
  },
  'finding text': { characters: 2_000, why: 'a text of an advisory in a finding' },
  'CVSS vector': { characters: 300, why: 'longer than version 4.0 with every metric' },
  'advisory summary': { characters: 500, why: 'lists show it' },
  'advisory details': { characters: 20_000, why: 'a page shows them' },
  'advisory references': { count: 50, why: 'a page shows them' },
  'segment releases': { count: 100, why: 'rendered again with each change of one of them' },
  segment: { bytes: MiB, why: 'metadata of its releases; a larger release is alone' },
  tokens: { count: 200, why: 'of one person at a time, builds aside' },
  'token lifetime': { seconds: 365 * 86_400, why: 'of a token that operators make' },
  'token name': { characters: 100, why: 'people read it in lists' },
  'user agent': { characters: 512, why: 'longer ones are cut' },
  'player name': { characters: 100, why: 'of a game' },
  'socket token': { characters: 512, why: 'credentials are shorter' },
  'socket action': { characters: 64, why: 'names of actions are shorter' },
  'socket request id': { characters: 128, why: 'answers repeat it' },
  'language header': { characters: KiB, why: 'browsers send under 200' },
  'language tag': { characters: 64, why: 'registered tags are shorter' },
  'archived game': { bytes: 512 * KiB, why: 'unpacked; the longest game with the longest tags is smaller' },
  'search words': { count: 8, why: 'one query' },
  'search text': { characters: 200, why: 'one query' },
  'searched text': { characters: 4_000, why: 'longer texts add cost and no better hits' },
  'search entry': { bytes: MiB, why: 'a page of hits loads many' },
  'form values': { count: 1_000, why: 'fields of a form of a page' },
} as const satisfies Limits;
