import { send } from './trusted-publishing.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Path of a release below `/v1`. */
export const releasePath = (ecosystem: string, name: string, version: string) =>
  `packages/${ecosystem}/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;

/** Requests of a person who decides about held releases. */
export function reviewClient({ url }: { url: string }, ownBearer: string) {
  const call = (method: string, path: string, body?: object, bearer = ownBearer): Promise<Answer> =>
    send(method, `${url}/v1/${path}`, { bearer, ...(body && { body }) });
  const digestOf = async (path: string, bearer = ownBearer) =>
    String((await call('GET', path, undefined, bearer)).body['files_digest']);
  const approve = async (path: string, of: string, bearer = ownBearer) =>
    call('POST', `${path}/approve`, { files_digest: await digestOf(of, bearer) }, bearer);
  return {
    call,
    review: (release: string, bearer = ownBearer) => call('GET', `${release}/review`, undefined, bearer),
    /** Approves the current files of a held release. */
    approve: (release: string, bearer = ownBearer) => approve(release, `${release}/review`, bearer),
    async heldFiles(release: string, bearer = ownBearer) {
      const { body } = await call('GET', `${release}/held-files`, undefined, bearer);
      return (body['held_files'] ?? []) as {
        id: string;
        status_reason: string;
        files_digest: string;
        files: { filename: string; sha256: string; findings: { title: string }[] }[];
      }[];
    },
    approveFile: (release: string, id: string, bearer = ownBearer) =>
      approve(`${release}/held-files/${id}`, `${release}/held-files/${id}`, bearer),
    rejectFile: (release: string, id: string, bearer = ownBearer) =>
      call('POST', `${release}/held-files/${id}/reject`, { reason: 'not this one' }, bearer),
    async stateOf(release: string): Promise<unknown[]> {
      const { body } = await call('GET', release);
      return [body['status'], body['status_reason']];
    },
  };
}

/** The body of an approval of the current files, for the address of the release. */
export async function approval(
  releaseUrl: string,
  bearer: string,
  body: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { body: review } = await send('GET', `${releaseUrl}/review`, { bearer });
  const { files_digest } = review;
  return { ...body, ...(typeof files_digest === 'string' && { files_digest }) };
}

interface Caller {
  call(
    method: string,
    url: string,
    options: { token?: string | undefined },
  ): Promise<{ body: Record<string, unknown> }>;
}

/** {@link approval} of version 1.0.0, with only the management API running. */
export async function approvalOf(
  api: Caller,
  packageUrl: string,
  token: string | undefined,
  body: object,
): Promise<object> {
  const { files_digest } = (await api.call('GET', `${packageUrl}/releases/1.0.0/review`, { token })).body;
  return { ...body, ...(typeof files_digest === 'string' && { files_digest }) };
}
