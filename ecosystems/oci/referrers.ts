import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import { type AddressOf, type Asked, byMethod } from './asked.ts';
import { canonicalDigest, fallbackTag } from './digest.ts';
import { OciMetadata } from './metadata.ts';
import { orNone } from './or-none.ts';
import { nextLink, queryOf } from './query.ts';
import { type Referrer, referrerOf, sendIndex } from './referrer.ts';

const pageSize = 100;
/** Clients read a list like a manifest. */
const maxBytes = 4_000_000;
/** Of one request that looks for a rare kind: the rest is behind the link. */
const maxLookups = 10;

/** Where a page begins: among the manifests with this subject, then among those that a tag's list names. */
interface Position {
  source: 'subject' | 'tag';
  offset: number;
}

interface Found {
  referrers: Referrer[];
  next: Position | undefined;
}

interface Page {
  /** Undefined at places that hold nothing to show: positions count them. */
  entries: (Referrer | undefined)[];
  next: Position | undefined;
}

/** `/{name}/referrers/{digest}` */
export function sendReferrers(
  context: RouteContext,
  asked: Asked<AddressOf<'referrers'>>,
): Promise<FastifyReply> {
  const { request, reply, caller, address } = asked;
  return byMethod(asked, {
    GET: async () => {
      const digest = canonicalDigest(address.digest);
      const query = queryOf(request);
      const wanted = query.get('artifactType') ?? undefined;
      const read = createReader(context, { request, actor: caller.actor, name: address.name, digest });
      const { referrers, next } = await collect(read, startOf(query), wanted);
      if (wanted !== undefined) reply.header('oci-filters-applied', 'artifactType');
      if (next) {
        const filter = wanted === undefined ? {} : { artifactType: wanted };
        const path = `${address.mount}/${address.name}/referrers/${digest}`;
        reply.header('link', nextLink(path, { ...filter, next: `${next.source}.${next.offset}` }));
      }
      return sendIndex(reply, referrers);
    },
  });
}

/** @throws DomainError `invalid_version`, the protocol's answer to whatever is wrong with this request */
function startOf(query: URLSearchParams): Position {
  const next = query.get('next');
  if (next === null) return { source: 'subject', offset: 0 };
  const [, source, offset] = /^(subject|tag)\.(\d{1,9})$/.exec(next) ?? [];
  if (source !== 'subject' && source !== 'tag')
    throw new DomainError('invalid_version', 'next is from no link');
  return { source, offset: Number(offset) };
}

type Reader = (position: Position) => Promise<Page>;

/** Fills one answer: a hundred entries, as many bytes as a manifest may have, or as far as one request looks. */
async function collect(read: Reader, start: Position, wanted: string | undefined): Promise<Found> {
  const referrers: Referrer[] = [];
  let bytes = 0;
  let position: Position | undefined = start;
  for (let lookups = 0; position && lookups < maxLookups; lookups += 1) {
    const at: Position = position;
    const page: Page = await read(at);
    for (const [index, referrer] of page.entries.entries()) {
      if (referrer === undefined) continue;
      if (wanted !== undefined && referrer.artifactType !== wanted) continue;
      bytes += JSON.stringify(referrer).length;
      const isFull = referrers.length === pageSize || (bytes > maxBytes && referrers.length > 0);
      if (isFull) return { referrers, next: { ...at, offset: at.offset + index } };
      referrers.push(referrer);
    }
    position = page.next;
  }
  return { referrers, next: position };
}

interface Question {
  request: FastifyRequest;
  actor: Actor;
  name: string;
  digest: string;
}

function createReader(context: RouteContext, question: Question): Reader {
  return ({ source, offset }) =>
    source === 'subject' ? readSubjects(context, question, offset) : readTag(context, question, offset);
}

async function readSubjects(
  context: RouteContext,
  { request, actor, name, digest }: Question,
  offset: number,
): Promise<Page> {
  const releases = await context.listAbout(request, actor, name, digest, { offset, limit: pageSize });
  const next: Position =
    releases.length < pageSize
      ? { source: 'tag', offset: 0 }
      : { source: 'subject', offset: offset + pageSize };
  return { entries: releases.map(referrerOf), next };
}

/** What older clients and imports left behind: manifests that name no subject and are listed under a tag. */
async function readTag(
  context: RouteContext,
  { request, actor, name, digest }: Question,
  offset: number,
): Promise<Page> {
  const tag = fallbackTag(digest);
  const version = await context.tags.find(request, actor, name, tag);
  const list =
    version === undefined ? undefined : await orNone(context.getRelease(request, actor, name, version));
  if (!list) return { entries: [], next: undefined };
  const children = [
    ...new Set(OciMetadata.parse(list.release.metadata).manifests.map((child) => child.digest)),
  ];
  const window = children.slice(offset, offset + pageSize);
  const found = await Promise.all(
    window.map((child) => orNone(context.getRelease(request, actor, name, child))),
  );
  const entries = found.map((child) => {
    const namesItself = child && OciMetadata.parse(child.release.metadata).subject !== null;
    return child && !namesItself ? referrerOf(child.release) : undefined;
  });
  const end = offset + window.length;
  return { entries, next: end < children.length ? { source: 'tag', offset: end } : undefined };
}
