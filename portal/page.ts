import type { Readable } from 'node:stream';
import type { UserActor } from '../domain/actor.ts';
import type { Caller } from '../domain/caller.ts';
import type { Services } from '../services/index.ts';
import type { Assets } from './assets.ts';
import type { FieldWords, Words } from './error-words.ts';
import type { Form } from './form.ts';
import type { Html } from './html.ts';
import type { Language } from './language.ts';

/** One address: its view and its forms. */
export interface Page {
  /** A route of Fastify. */
  readonly path: string;
  /** `person`: other readers are sent to the log-in, which leads back. */
  readonly audience?: 'all' | 'person';
  /** `attempt`: a refused form of this page. */
  view(context: PageContext, attempt?: Attempt): Promise<Answer> | Answer;
  /** Forms by the value of their field `action`; `default` where they have none. */
  readonly actions?: Readonly<Record<string, (context: PageContext, form: Form) => Promise<Answer>>>;
  /**
   * Whether forms need no session, because they contain a name and a password; then they need no proof of origin
   * either. With a session the proof is still required.
   */
  readonly isOpenForm?: boolean;
  /** The size limit of its forms, for forms with a longer text. */
  readonly body?: 'page.pgn';
  /** The rate limit of its forms: `auth` for forms with passwords of people who are not logged in. */
  readonly tier?: 'auth' | 'protocol';
  /** The rate limit of its views, for pages with more requests than others. */
  readonly readTier?: 'suggest' | 'read';
}

/** The reader, the language and the address. */
export interface PageContext extends Language {
  readonly services: Services;
  readonly caller: Caller;
  /** Undefined for anonymous readers. */
  readonly person: (UserActor & { sessionId: string }) | undefined;
  /** Path and query, as the reader's browser has it. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The request is a HEAD: no body is sent. */
  readonly isHead: boolean;
  readonly flash: Flash | undefined;
  /** The challenge of a log-in that waits for its code. */
  readonly challenge: string | undefined;
  /** Returns the hidden field of every form that changes something. */
  csrf(): string;
  /**
   * Whether this site or the reader opened the page: not an image, link or script of another site, nor a HEAD.
   * Required for costly work.
   */
  readonly isOwnRequest: boolean;
  /** The number of open invitations, queried once per page. */
  openInvitations(): Promise<number>;
  readonly requestId: string;
  readonly assets: Assets;
  /** Aborts when the reader disconnects before the answer, so that long work can end. */
  disconnection(): AbortSignal;
}

/** A message that the next page shows once. */
export interface Flash {
  readonly notice: string;
  /** The English text of a service beside the notice. */
  readonly english?: string | undefined;
  /** Shown only this once, with a copy button; several secrets have a line each. */
  readonly secret?: string;
  /** Data of one page, which shows it in its own way ({@link View.takesFlash}); the flash waits for it. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A refused form: the page shows it again with the typed values. */
export interface Attempt {
  readonly form: Form;
  readonly status: number;
  /** The problem of the whole form. */
  readonly problem: Words;
  /** Problems of single fields, by their names. */
  readonly errors: readonly FieldWords[];
  /** The form needs the password again. */
  readonly needsLogin: boolean;
  /** After too many attempts. */
  readonly retryAfterSeconds?: number | undefined;
  /** Facts of the refusal, which the next attempt sends back. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
}

/** A control of the header that some pages have in their content instead. */
export type HeaderControl = 'search' | 'log_in' | 'register' | 'log_out';

/** HTML in the frame that all pages share. */
export interface View {
  readonly kind?: 'view';
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The time to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
  readonly description?: string;
  /** Address of an Atom feed. */
  readonly feed?: string;
  /** Names of entries in `portal/islands`, in addition to the one of all pages. */
  readonly islands?: readonly string[];
  /** A view that anonymous readers share: caches may keep it, and revalidate it each time. */
  readonly isShared?: boolean;
  /** Whether it shows the `data` of the flash. */
  readonly takesFlash?: boolean;
  /** Search engines may list it. */
  readonly isIndexed?: boolean;
  /** Controls in the content: the header omits its own, so that each name has one control. */
  readonly replaces?: readonly HeaderControl[];
  /** The page's own keys, for the list of all keys. */
  readonly keys?: readonly KeyRow[];
}

/** Keys and their effect. */
export type KeyRow = readonly [keys: readonly string[], text: string];

export interface Redirect {
  readonly kind: 'redirect';
  readonly status: 301 | 303;
  readonly location: string;
  readonly flash?: Flash;
  /** The session that begins; `null` ends the current one. */
  readonly session?: { sessionId: string; userId: string } | null;
  /** The log-in that waits for its code; `null` ends it. */
  readonly challenge?: string | null;
}

/** An answer that is not a page: a feed, JSON of suggestions, a file. */
export interface Raw {
  readonly kind: 'raw';
  readonly type: string;
  /** A stream is read as fast as the reader takes it. */
  readonly body: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isShared?: boolean;
  readonly status?: number;
}

/** A spreadsheet (RFC 4180) as a download, sent row by row as the rows are read. */
export interface Spreadsheet {
  readonly kind: 'spreadsheet';
  readonly filename: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Record<string, string | number | null>>;
}

export type Answer = View | Redirect | Raw | Spreadsheet;

export type Then = Partial<Pick<Redirect, 'status' | 'flash' | 'session' | 'challenge'>>;

/** The answer to a form: a redirect, so that a reload does not send the form again. */
export function redirect(location: string, then: Then = {}): Redirect {
  return { kind: 'redirect', status: 303, location, ...then };
}

/** A redirect with a sentence on the next page. */
export function done(location: string, notice: string, secret?: string): Redirect {
  return redirect(location, { flash: { notice, ...(secret === undefined ? {} : { secret }) } });
}

/** An address inside this site, or the front page: `next` is untrusted. */
export function insideSite(next: string | null | undefined): string {
  if (next === null || next === undefined || !next.startsWith('/')) return '/';
  // two slashes begin another host, and browsers treat a backslash as a slash
  const isInside = next[1] !== '/' && !/[\\\s]/.test(next);
  return isInside ? next : '/';
}

/** A path of separately encoded segments. */
export function pathOf(...segments: string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** `path` with a query; without one where no value is set. */
export function withQuery(
  path: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
