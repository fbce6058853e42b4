import type { Answer } from './raw-request.ts';

/** Words of our insides that no client has any business with. */
const insides =
  /node_modules|\.[cm]?[jt]s:\d|\bat (?:async )?\S+ \(|node:internal|\bselect\b.+\bfrom\b|\binsert into\b|syntax error at|slonik|Zod|temporal|ECONN|ENOENT|\/(?:work|tmp|home|root)\//i;

export function tellsOfInsides(text: string): boolean {
  return insides.test(text);
}

/** What is wrong with an answer whoever asked; undefined when nothing is. */
export function findAnswerFault(path: string, method: string, answer: Answer): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `status ${status}`;
  if (status < 400) return undefined;
  if (insides.test(text)) return 'tells of its insides';
  if (method === 'HEAD') return undefined;
  // headers that are too large are refused before anybody knows whom they were meant for
  return isNative(status === 431 ? '/' : path, answer) ? undefined : 'not in the shape of its surface';
}

/** Every surface has one shape of error, and its clients read no other. */
function isNative(path: string, { status, headers, text }: Answer): boolean {
  const type = headers['content-type'] ?? '';
  // a cargo index says "no such crate" by saying nothing
  if (status === 404 && text === '' && /^\/cargo\/.*index\//.test(path)) return true;
  if (status === 416 && text === '') return true;
  // a page for people
  if (path.startsWith('/login/'))
    return type.startsWith('text/html') || type.startsWith('application/problem+json');
  const body = parse(text);
  if (path.startsWith('/cargo/')) {
    const [first] = Array.isArray(body?.['errors']) ? (body['errors'] as unknown[]) : [];
    return type.startsWith('application/json') && isObject(first) && typeof first['detail'] === 'string';
  }
  if (path.startsWith('/npm/') || path.startsWith('/-/npm/'))
    return type.startsWith('application/json') && typeof body?.['error'] === 'string';
  if (/^\/(?:oci\/|v2(?:[/?]|$))/.test(path)) {
    const [first] = Array.isArray(body?.['errors']) ? (body['errors'] as unknown[]) : [];
    return type.startsWith('application/json') && isObject(first) && /^[A-Z_]+$/.test(String(first['code']));
  }
  if (path.startsWith('/composer/')) {
    const [first] = Array.isArray(body?.['errors']) ? (body['errors'] as unknown[]) : [];
    const isTold = typeof body?.['error'] === 'string' && isObject(first) && first['status'] === status;
    return type.startsWith('application/json') && isTold;
  }
  if (path.startsWith('/generic/')) {
    const error = body?.['error'];
    return type.startsWith('application/json') && isObject(error) && typeof error['message'] === 'string';
  }
  // builds read JSON where their identity is refused
  if (path.startsWith('/_/oidc') && status === 422) return typeof body?.['message'] === 'string';
  if (path.startsWith('/rubygems/') && (path.split('?', 1)[0] ?? '').endsWith('.json'))
    return type.startsWith('application/json') && typeof body?.['error'] === 'string';
  if (path.startsWith('/rubygems/')) return type.startsWith('text/plain') && /^[^\n]+\n$/.test(text);
  if (path.startsWith('/maven/') || path.startsWith('/_/oidc') || path.startsWith('/pypi/'))
    return type.startsWith('text/plain') && /^[^\n]+\n$/.test(text);
  if (path.startsWith('/nuget/'))
    return type.startsWith('application/json') && isNugetError(path, body?.['error']);
  return (
    type.startsWith('application/problem+json') &&
    typeof body?.['error'] === 'string' &&
    body['status'] === status
  );
}

/** Staging is a protocol of its own, with a code beside the sentence. */
function isNugetError(path: string, error: unknown): boolean {
  const isStaging = path.includes('/v3/staging/') && isObject(error) && typeof error['code'] === 'string';
  return typeof (isStaging ? error['message'] : error) === 'string';
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
