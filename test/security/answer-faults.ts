import { isObject } from '../../ecosystems/test-client.ts';
import { findTestedAt } from '../support/test-clients.ts';
import type { Answer } from './raw-request.ts';

/** Internal words that no answer may contain. */
const insides =
  /node_modules|\.[cm]?[jt]s:\d|\bat (?:async )?\S+ \(|node:internal|\bselect\b.+\bfrom\b|\binsert into\b|syntax error at|slonik|Zod|temporal|ECONN|ENOENT|\/(?:work|tmp|home|root)\//i;

export function tellsOfInsides(text: string): boolean {
  return insides.test(text);
}

/** Paths of the pages. */
const ofPages =
  /^\/(?:admin|login|logout|register|account|users|orgs|repositories|namespaces|packages|publish|search|docs|status|chess|assets|favicon)\b/;

/** The fault of an answer, independent of its caller; undefined without one. */
export function findAnswerFault(path: string, method: string, answer: Answer): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `status ${status}`;
  if (status < 400) return undefined;
  if (insides.test(text)) return 'tells of its insides';
  if (method === 'HEAD') return undefined;
  // a server refuses too large headers before it knows the path
  return isNative(status === 431 ? '/' : path, answer) ? undefined : 'not in the shape of its surface';
}

/** Every surface has one shape of error, which its clients expect. */
function isNative(path: string, { status, headers, text }: Answer): boolean {
  const type = headers['content-type'] ?? '';
  if (status === 416 && text === '') return true;
  if (ofPages.test(path)) return type.startsWith('text/html') || type.startsWith('application/problem+json');
  const body = parse(text);
  const client = findTestedAt(path)?.client;
  if (client) return client.isError({ path, status, contentType: type, text, body });
  return (
    type.startsWith('application/problem+json') &&
    typeof body?.['error'] === 'string' &&
    body['status'] === status
  );
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
