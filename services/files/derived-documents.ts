import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MadeOf } from '../../ecosystems/context/documents.ts';
import { type ServedDocument, textWhereSmall } from './served-document.ts';

const compress = promisify(gzip);

/** Caches documents derived from another document as long as that one is cached: each is rendered once per change. */
export function createDerivedDocuments() {
  const forms = new WeakMap<ServedDocument, Map<string, Promise<ServedDocument>>>();
  return {
    of(document: ServedDocument, made: MadeOf): Promise<ServedDocument> {
      const known = forms.get(document) ?? new Map<string, Promise<ServedDocument>>();
      forms.set(document, known);
      const form = known.get(made.name) ?? makeForm(document, made);
      known.set(made.name, form);
      return form.catch((error: unknown) => {
        known.delete(made.name);
        throw error;
      });
    },
  };
}

async function makeForm(
  { body, gzipBody, ...document }: ServedDocument,
  { contentType, make }: MadeOf,
): Promise<ServedDocument> {
  const bytes = await make(Buffer.from(body));
  return {
    ...document,
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    body: textWhereSmall(bytes),
    gzipBody: gzipBody === null ? null : await compress(bytes),
  };
}
