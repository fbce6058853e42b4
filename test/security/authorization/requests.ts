import type { Answer, Management } from '../../support/management.ts';
import type { ExpectedAction } from './expected.ts';

/** The subjects of the requests: all belong to one organization. */
export interface Place {
  org: string;
  packageUrl: string;
  visibility: string;
  findingId: string;
  repository: string;
  claimId: string;
}

interface Request {
  action: ExpectedAction;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: (place: Place) => string;
  body?: object | ((place: Place) => object);
  /** Whether the answer is that to an authorized caller. No request changes the subject of another one. */
  allowed: (answer: Answer) => boolean;
}

const is =
  (...statuses: number[]) =>
  ({ status }: Answer) =>
    statuses.includes(status);
const says =
  (status: number, word: string) =>
  ({ status: told, body }: Answer) =>
    told === status && String(body['detail']).includes(word);

const release =
  (version: string, rest = '') =>
  (place: Place) =>
    `${place.packageUrl}/releases/${version}${rest}`;
const ofPackage = (rest: string) => (place: Place) => `${place.packageUrl}${rest}`;
const ofOrg = (rest: string) => (place: Place) => `/v1/orgs/${place.org}${rest}`;
const ofRepository = (rest: string) => (place: Place) => `/v1/repositories/${place.repository}${rest}`;
const unknownOrganization = { target_org_slug: 'no-such-user' };

/** Requests for a package of one visibility. */
export const packageRequests: Request[] = [
  { action: 'read', method: 'GET', url: ofPackage(''), allowed: is(200) },
  { action: 'read', method: 'GET', url: release('1.0.0'), allowed: is(200) },
  { action: 'read', method: 'GET', url: ofPackage('/tags'), allowed: is(200) },
  { action: 'see_held', method: 'GET', url: release('2.0.0'), allowed: is(200) },
  { action: 'publish', method: 'PUT', url: release('1.0.0', '/unyank'), allowed: is(200, 409) },
  { action: 'publish', method: 'PUT', url: release('1.0.0', '/undeprecate'), allowed: is(200, 409) },
  { action: 'edit', method: 'PATCH', url: ofPackage(''), body: { description: 'same' }, allowed: is(200) },
  { action: 'trust', method: 'GET', url: ofPackage('/trusted-publishers'), allowed: is(200) },
  { action: 'hold', method: 'POST', url: release('2.0.0', '/hold'), body: { reason: 'x' }, allowed: is(409) },
  { action: 'triage', method: 'POST', url: release('1.0.0', '/approve'), body: {}, allowed: is(409) },
  {
    action: 'triage',
    method: 'PATCH',
    url: (place) => `${place.packageUrl}/security-findings/${place.findingId}`,
    body: { is_resolved: false },
    allowed: is(200),
  },
  {
    action: 'administer',
    method: 'PATCH',
    url: ofPackage(''),
    // only the platform may end a quarantine
    body: ({ visibility }) => ({ visibility: visibility === 'quarantined' ? 'private' : visibility }),
    allowed: ({ status, body }) =>
      status === 200 || (status === 403 && String(body['detail']).includes('platform administrator')),
  },
  {
    action: 'transfer',
    method: 'POST',
    url: ofPackage('/ownership-transfer'),
    body: unknownOrganization,
    allowed: says(404, 'organization'),
  },
];

/** Requests for a private repository and the organization that owns it. */
export const otherRequests: Request[] = [
  { action: 'read_repo', method: 'GET', url: ofRepository(''), allowed: is(200) },
  {
    action: 'edit_repo',
    method: 'PATCH',
    url: ofRepository(''),
    body: { description: 'same' },
    allowed: is(200),
  },
  {
    action: 'transfer_repo',
    method: 'POST',
    url: ofRepository('/ownership-transfer'),
    body: unknownOrganization,
    allowed: says(404, 'organization'),
  },
  {
    action: 'release_claim',
    method: 'DELETE',
    url: ({ claimId }) => `/v1/namespaces/${claimId}`,
    allowed: is(409),
  },
  {
    action: 'give_claim',
    method: 'POST',
    url: ({ claimId }) => `/v1/namespaces/${claimId}/ownership-transfer`,
    body: ({ org }) => ({ target_org_slug: org }),
    allowed: is(409),
  },
  { action: 'members', method: 'GET', url: ofOrg('/members'), allowed: is(200) },
  { action: 'members', method: 'GET', url: ofOrg('/teams'), allowed: is(200) },
  { action: 'findings', method: 'GET', url: ofOrg('/security-findings'), allowed: is(200) },
  { action: 'findings', method: 'GET', url: ofOrg('/security-findings/export'), allowed: is(200) },
  { action: 'manage_org', method: 'PATCH', url: ofOrg(''), body: { description: 'same' }, allowed: is(200) },
  {
    action: 'manage_org',
    method: 'POST',
    url: ofOrg('/teams'),
    body: { name: 'Taken', slug: 'team-admin' },
    allowed: is(409),
  },
  { action: 'manage_org', method: 'DELETE', url: ofOrg('/members/missing-user'), allowed: is(404) },
  {
    action: 'make_repo',
    method: 'POST',
    url: () => '/v1/repositories',
    body: ({ org, repository }) => ({ name: 'Taken', slug: repository, owner_org_slug: org }),
    allowed: is(409),
  },
  { action: 'audit', method: 'GET', url: ofOrg('/audit'), allowed: is(200) },
  { action: 'audit', method: 'GET', url: ofOrg('/audit/export'), allowed: is(200) },
  { action: 'audit', method: 'GET', url: ofOrg('/access-history'), allowed: is(200) },
  { action: 'audit', method: 'GET', url: ofOrg('/access-history/export'), allowed: is(200) },
  // refused also for an owner: one of the packages is in quarantine
  { action: 'give_org', method: 'DELETE', url: ofOrg(''), allowed: says(403, 'withholds') },
  {
    action: 'give_org',
    method: 'POST',
    url: ofOrg('/ownership-transfer'),
    body: { username: 'missing-user' },
    allowed: is(404, 409, 422),
  },
  { action: 'platform_audit', method: 'GET', url: () => '/v1/audit', allowed: is(200) },
  { action: 'jobs', method: 'GET', url: () => '/v1/admin/jobs', allowed: is(200) },
  { action: 'users', method: 'GET', url: () => '/v1/admin/users', allowed: is(200) },
];

export function send(api: Management, request: Request, place: Place, token?: string): Promise<Answer> {
  const { method, url, body } = request;
  return api.call(method, url(place), { token, body: typeof body === 'function' ? body(place) : body });
}

export type { Request };
