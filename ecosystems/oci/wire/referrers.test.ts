import { expect, it } from 'vitest';
import type { RouteContext } from '../../context/context.ts';
import { only, unprovided } from '../../context/absent-context.ts';
import { manifestType } from '../fixtures/samples.ts';
import { digestOf } from '../format/digest.ts';
import type { OciListed } from '../format/listed-metadata.ts';
import { sendReferrers } from './referrers.ts';
import type { AddressOf, Asked } from './request.ts';

const subject = digestOf(Buffer.from('subject'));
const entries = Array.from({ length: 230 }, (_, index) => ({
  version: digestOf(Buffer.from(String(index))),
  listed: {
    mediaType: manifestType,
    size: 1,
    artifactType: index % 2 === 0 ? 'text/even' : 'text/odd',
    configType: null,
    subject,
    annotationBytes: 2,
  } satisfies OciListed,
}));

const context = {
  ...unprovided,
  releases: only<RouteContext['releases']>({
    listAbout: async (_caller, _name, _subject, { offset, limit }) => entries.slice(offset, offset + limit),
    readMember: async () => new Map(),
  }),
  tags: only<RouteContext['tags']>({ find: async () => undefined }),
} as Partial<RouteContext> as RouteContext;

async function page(url: string): Promise<{ size: number; next: string | undefined }> {
  const answer = { link: '', body: '' };
  const reply = {
    header: (name: string, value: string) => (name === 'link' && (answer.link = value), reply),
    code: () => reply,
    headers: () => reply,
    send: (body: Buffer) => ((answer.body = body.toString()), reply),
  };
  const address = { kind: 'referrers', name: 'alice/app', digest: subject, mount: '/v2' };
  const asked = { request: { method: 'GET', url }, reply, caller: {}, address };
  await sendReferrers(context, asked as unknown as Asked<AddressOf<'referrers'>>);
  const { manifests } = JSON.parse(answer.body) as { manifests: unknown[] };
  return { size: manifests.length, next: /^<([^>]+)>; rel="next"$/.exec(answer.link)?.[1] };
}

it.each([
  ['', [100, 100, 30]],
  ['?artifactType=text%2Feven', [100, 15]],
  ['?artifactType=text%2Fnone', [0]],
])('referrers are paged by hundreds, with the filter %j kept', async (query, sizes) => {
  const read: number[] = [];
  let url: string | undefined = `/v2/alice/app/referrers/${subject}${query}`;
  while (url !== undefined) {
    const { size, next }: Awaited<ReturnType<typeof page>> = await page(url);
    read.push(size);
    url = next;
  }

  expect(read).toEqual(sizes);
});

it('a link that was not given is refused', async () => {
  await expect(page('/v2/alice/app/referrers/x?next=tag.x')).rejects.toMatchObject({
    code: 'invalid_version',
  });
});
