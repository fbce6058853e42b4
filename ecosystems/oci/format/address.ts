/** The meaning of a path below `/v2/`. Names are unchecked here. */
export type Address =
  | { kind: 'base'; mount: string }
  | { kind: 'catalog'; mount: string }
  | { kind: 'blob'; mount: string; name: string; digest: string }
  | { kind: 'referrers'; mount: string; name: string; digest: string }
  | { kind: 'uploads'; mount: string; name: string }
  | { kind: 'tags'; mount: string; name: string }
  | { kind: 'upload'; mount: string; name: string; id: string }
  | { kind: 'manifest'; mount: string; name: string; reference: string };

const mounted = /^((?:\/oci(?:\/r\/[^/]+)?)?\/v2)(?:\/(.*))?$/;

/**
 * Reads the undecoded path of a request from its end, because repository names contain slashes. Undefined: no such
 * page. `mount`: the mount that the client uses, e.g. `/v2` or `/oci/v2`.
 */
export function parseAddress(url: string): Address | undefined {
  const query = url.indexOf('?');
  const [, mount, rest = ''] = mounted.exec(query === -1 ? url : url.slice(0, query)) ?? [];
  if (mount === undefined) return undefined;
  if (rest === '') return { kind: 'base', mount };
  if (rest === '_catalog') return { kind: 'catalog', mount };
  return parseVerb(mount, rest);
}

function parseVerb(mount: string, rest: string): Address | undefined {
  const last = rest.lastIndexOf('/');
  const tail = rest.slice(last + 1);
  const before = rest.slice(0, Math.max(0, last));
  const middle = before.lastIndexOf('/');
  if (middle <= 0) return undefined;
  const [name, verb] = [before.slice(0, middle), before.slice(middle + 1)];
  switch (verb) {
    case 'tags':
      return tail === 'list' ? { kind: 'tags', mount, name } : undefined;
    case 'manifests':
      return { kind: 'manifest', mount, name, reference: decoded(tail) };
    case 'referrers':
      return { kind: 'referrers', mount, name, digest: decoded(tail) };
    case 'blobs':
      return tail === 'uploads'
        ? { kind: 'uploads', mount, name }
        : { kind: 'blob', mount, name, digest: decoded(tail) };
    case 'uploads':
      return parseUpload(mount, name, tail);
    default:
      return undefined;
  }
}

/** `name` still ends with the verb: `acme/api/blobs`. */
function parseUpload(mount: string, path: string, id: string): Address | undefined {
  const name = path.endsWith('/blobs') ? path.slice(0, -'/blobs'.length) : '';
  if (name === '') return undefined;
  return id === '' ? { kind: 'uploads', mount, name } : { kind: 'upload', mount, name, id };
}

/** Clients may escape the colon of a digest; a name with escapes is refused by its grammar. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
