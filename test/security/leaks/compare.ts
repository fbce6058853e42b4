import type { Answer } from '../raw-request.ts';
import type { Target } from '../../../ecosystems/test-client.ts';

/** Headers that differ in every answer. */
const passing = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** The load of the platform is public. */
const counters = /"(job_queue_pending)":\d+/g;
/** Values that depend on the request, its time, or the reader's credential. */
const ids = /"(instance|last_used_at|time|token|access_token|issued_at)":"[^"]*"/g;

/** The answer without the parts that differ between any two answers, and without the names of the target. */
export function facts(answer: Answer, target?: Target): object {
  const headers = Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !passing.has(name))
      .map(([name, value]) => [name, target ? anonymised(value, target) : value]),
  );
  if (answer.text.search(counters) >= 0) delete headers['content-length'];
  // the tag covers the bytes, which include times and counters
  if (answer.text.search(counters) >= 0 || answer.text.search(ids) >= 0) delete headers['etag'];
  // a page contains its query, relative times and its own id, and sets a cookie for new visitors
  if (answer.headers['content-type']?.startsWith('text/html'))
    for (const name of ['etag', 'content-length', 'set-cookie']) delete headers[name];
  const text = answer.text
    .replaceAll(ids, '"$1":""')
    .replaceAll(counters, '"$1":0')
    .replaceAll(/(<time [^>]*>)[^<]*/g, '$1')
    .replaceAll(/<code>[\da-f-]{36}<\/code>/g, '<code></code>')
    .replaceAll(/name="csrf" value="[^"]*"/g, 'name="csrf"');
  return { status: answer.status, headers, text: target ? anonymised(text, target) : text };
}

/** Traces in the status line, headers or body that are not in the request itself. */
export function findTraces(answer: Answer, request: string, traces: readonly string[]): string[] {
  const asked = decodeURIComponent(request).toLowerCase();
  const told = `${JSON.stringify(answer.headers)}${answer.text}`.toLowerCase();
  return traces.filter((trace) => told.includes(trace.toLowerCase()) && !asked.includes(trace.toLowerCase()));
}

function anonymised(text: string, target: Target): string {
  let words = patterns.get(target);
  if (!words) {
    const { name, version, repository, sha256, word } = target;
    // a name with a colon is escaped in addresses, and once more in an address inside of another; some ask for its beginning,
    // and files are named after its end
    const last = name.slice(name.search(/[^:/]+$/));
    const names = [name, name.slice(0, -1), last].flatMap((each) => {
      const escaped = encodeURIComponent(each);
      return [each, escaped, encodeURIComponent(escaped)];
    });
    const all = [...names, version, repository, sha256, word].map((value) => value.replaceAll('.', '\\.'));
    words = new RegExp(all.map((value) => `(${value})`).join('|'), 'gi');
    patterns.set(target, words);
  }
  return text.replace(
    words,
    (_match, ...groups: unknown[]) => `<${groups.findIndex((group) => group !== undefined)}>`,
  );
}

const patterns = new WeakMap<Target, RegExp>();
