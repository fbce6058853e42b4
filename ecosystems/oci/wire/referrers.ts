import { limits } from '../format/limits.ts';
import type { Caller } from '../../../domain/caller.ts';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { ListedRelease } from '../../context/releases.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { canonicalDigest, fallbackTag } from '../format/digest.ts';
import { listedOf, OciListed } from '../format/listed-metadata.ts';
import { OciMetadata } from '../format/metadata.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { nextLink, queryOf } from './query.ts';
import { bytesOf, type Referrer, referrerOf, sendIndex } from './referrer.ts';

const pageSize = 100;
/** Clients read a list with the size limit of a manifest. */
const maxBytes = limits.referrers.bytes;
/** Maximum look-ups in one request for a rare artifact type; the link continues the search. */
const maxLookups = limits['referrer pages'].count;

/** The start of a page: first manifests with this subject, then manifests in the list of a tag. */
interface Position {
  source: 'subject' | 'tag';
  offset: number;
}

interface Found {
  referrers: Referrer[];
  /** Digests of the referrers with annotations. */
  annotated: string[];
  next: Position | undefined;
}

interface Entry {
  digest: string;
  listed: OciListed;
}

interface Page {
  /** Undefined at positions without an entry, which count for offsets. */
  entries: (Entry | undefined)[];
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
      const question = { caller, name: address.name, digest };
      const found = await collect(createReader(context, question), startOf(query), wanted);
      const { referrers, annotated, next } = found;
      if (wanted !== undefined) reply.header('oci-filters-applied', 'artifactType');
      if (next) {
        const filter = wanted === undefined ? {} : { artifactType: wanted };
        const path = `${address.mount}/${address.name}/referrers/${digest}`;
        reply.header('link', nextLink(path, { ...filter, next: `${next.source}.${next.offset}` }));
      }
      const annotations = { versions: annotated, member: 'annotations' };
      return sendIndex(
        reply,
        referrers,
        await context.releases.readMember(caller, address.name, annotations),
      );
    },
  });
}

/**
 * The start of the requested page.
 * @throws DomainError `invalid_version`, the protocol's answer to any invalid request
 */
function startOf(query: URLSearchParams): Position {
  const next = query.get('next');
  if (next === null) return { source: 'subject', offset: 0 };
  const [, source, offset] = /^(subject|tag)\.(\d{1,9})$/.exec(next) ?? [];
  if (source !== 'subject' && source !== 'tag')
    throw new DomainError('invalid_version', 'next is from no link');
  return { source, offset: Number(offset) };
}

type Reader = (position: Position) => Promise<Page>;

/** Fills one answer up to a limit: a hundred entries, the bytes of a manifest, or the look-ups of one request. */
async function collect(read: Reader, start: Position, wanted: string | undefined): Promise<Found> {
  const referrers: Referrer[] = [];
  const annotated: string[] = [];
  let bytes = 0;
  let position: Position | undefined = start;
  for (let lookups = 0; position && lookups < maxLookups; lookups += 1) {
    const at: Position = position;
    const page: Page = await read(at);
    for (const [index, entry] of page.entries.entries()) {
      if (entry === undefined) continue;
      const referrer = referrerOf(entry.digest, entry.listed);
      if (wanted !== undefined && referrer.artifactType !== wanted) continue;
      bytes += bytesOf(referrer, entry.listed);
      const isFull = referrers.length === pageSize || (bytes > maxBytes && referrers.length > 0);
      if (isFull) return { referrers, annotated, next: { ...at, offset: at.offset + index } };
      referrers.push(referrer);
      if (entry.listed.annotationBytes > '{}'.length) annotated.push(entry.digest);
    }
    position = page.next;
  }
  return { referrers, annotated, next: position };
}

interface Question {
  caller: Caller;
  name: string;
  digest: string;
}

function createReader(context: RouteContext, question: Question): Reader {
  return ({ source, offset }) =>
    source === 'subject' ? readSubjects(context, question, offset) : readTag(context, question, offset);
}

async function readSubjects(context: RouteContext, question: Question, offset: number): Promise<Page> {
  const { caller, name, digest } = question;
  const releases = await context.releases.listAbout(caller, name, digest, { offset, limit: pageSize });
  const next: Position =
    releases.length < pageSize
      ? { source: 'tag', offset: 0 }
      : { source: 'subject', offset: offset + pageSize };
  return { entries: await readEntries(context, question, releases), next };
}

/** Manifests of older clients and imports: they have no subject, and a tag lists them. */
async function readTag(context: RouteContext, question: Question, offset: number): Promise<Page> {
  const { caller, name, digest } = question;
  const version = await context.tags.find(caller, name, fallbackTag(digest));
  if (version === undefined) return { entries: [], next: undefined };
  const children = { version, list: 'manifests', member: 'digest', offset, limit: pageSize };
  const digests = await context.releases.listEntries(caller, name, children);
  const releases = await context.releases.list(caller, name, digests);
  const found = await readEntries(context, question, releases);
  const byDigest = new Map(found.map((entry) => [entry?.digest, entry]));
  const entries = digests.map((child) => {
    const entry = byDigest.get(child);
    return entry?.listed.subject === null ? entry : undefined;
  });
  const next: Position = { source: 'tag', offset: offset + pageSize };
  return { entries, next: digests.length < pageSize ? undefined : next };
}

/** Reads manifests without a summary one by one: the metadata of many would need hundreds of megabytes. */
async function readEntries(
  context: RouteContext,
  { caller, name }: Question,
  releases: readonly ListedRelease[],
): Promise<(Entry | undefined)[]> {
  const entries: (Entry | undefined)[] = [];
  for (const { version: digest, listed } of releases) {
    if (listed !== null) entries.push({ digest, listed: OciListed.parse(listed) });
    else {
      const whole = await undefinedIfMissing(context.releases.get(caller, name, digest));
      entries.push(whole && { digest, listed: listedOf(OciMetadata.parse(whole.release.metadata)) });
    }
  }
  return entries;
}
