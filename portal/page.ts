import type { Readable } from 'node:stream';
import type { UserActor } from '../domain/actor.ts';
import type { Caller } from '../domain/caller.ts';
import type { Services } from '../services/index.ts';
import type { Assets } from './assets.ts';
import type { FieldWords, Words } from './error-words.ts';
import type { Form } from './form.ts';
import type { Html } from './html.ts';
import type { Language } from './language.ts';

/** One address: its view, and the forms that it takes. */
export interface Page {
  /** A route of Fastify. */
  readonly path: string;
  /** `person`: others are sent to the log-in and return. */
  readonly audience?: 'all' | 'person';
  /** `attempt`: a form of this page that was refused. */
  view(context: PageContext, attempt?: Attempt): Promise<Answer> | Answer;
  /** Forms by the value of their field `action`; `default` where they have none. */
  readonly actions?: Readonly<Record<string, (context: PageContext, form: Form) => Promise<Answer>>>;
  /**
   * For forms that contain a name and a password themselves: whether a session is not needed, and therefore no proof that
   * the form is the reader's own. With a session the proof is asked for all the same.
   */
  readonly isOpenForm?: boolean;
  /** Bound of its forms, where one has a longer text than others. */
  readonly body?: 'page.pgn';
  /** Limit of its forms: `auth` where they take passwords of people who are not logged in. */
  readonly tier?: 'auth' | 'protocol';
  /** Limit of its views, where it is asked more often than pages are. */
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
  /** No body is sent. */
  readonly isHead: boolean;
  readonly flash: Flash | undefined;
  /** The challenge of a log-in that still waits for its code. */
  readonly challenge: string | undefined;
  /** The hidden field of every form that changes something. */
  csrf(): string;
  /** The reader has opened it here: not an image, a link or a script of another site, and no HEAD. Costly work asks for this. */
  readonly isOwnRequest: boolean;
  /** How many wait for the reader's answer, asked once for a page. */
  openInvitations(): Promise<number>;
  readonly requestId: string;
  readonly assets: Assets;
  /** Fires when the reader is gone before the answer: long work for it ends then. */
  disconnection(): AbortSignal;
}

/** Shown once, on the next page that the reader opens. */
export interface Flash {
  readonly notice: string;
  /** What a service has said beside it, in English. */
  readonly english?: string | undefined;
  /** Shown this once, with a button that copies it; several have a line each. */
  readonly secret?: string;
  /** Data of one page, which shows it in its own way ({@link View.takesFlash}); the flash waits for it. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A form that was refused: the page shows it again, with the values that were typed. */
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
  /** Facts of the refusal that the next try sends back. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
}

/** A control of the header that some pages have in their content. */
export type HeaderControl = 'search' | 'log_in' | 'register' | 'log_out';

/** HTML in the frame that all pages share. */
export interface View {
  readonly kind?: 'view';
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The time that the reader has to wait before the next try. */
  readonly retryAfterSeconds?: number | undefined;
  readonly description?: string;
  /** Address of an Atom feed. */
  readonly feed?: string;
  /** Names of entries in `portal/islands`, beside the one that all pages load. */
  readonly islands?: readonly string[];
  /** A view that anonymous readers share: caches may keep it, and revalidate it each time. */
  readonly isShared?: boolean;
  /** It shows the `data` of the flash. */
  readonly takesFlash?: boolean;
  /** Search engines may list it. */
  readonly isIndexed?: boolean;
  /** The content has these itself: the header leaves its own out, so that a name stands for one control. */
  readonly replaces?: readonly HeaderControl[];
  /** Keys of its own, for the list of all keys. */
  readonly keys?: readonly KeyRow[];
}

/** Keys, and what they do. */
export type KeyRow = readonly [keys: readonly string[], text: string];

export interface Redirect {
  readonly kind: 'redirect';
  readonly status: 301 | 303;
  readonly location: string;
  readonly flash?: Flash;
  /** A session that begins, or `null` for the one that ends. */
  readonly session?: { sessionId: string; userId: string } | null;
  /** A log-in whose code is still to come, or `null` for the one that is over. */
  readonly challenge?: string | null;
}

/** Anything that is no page: a feed, JSON of suggestions, a file. */
export interface Raw {
  readonly kind: 'raw';
  readonly type: string;
  /** A stream is read as fast as the reader takes it. */
  readonly body: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isShared?: boolean;
  readonly status?: number;
}

/** A spreadsheet (RFC 4180) that browsers save, row after row as they are read. */
export interface Spreadsheet {
  readonly kind: 'spreadsheet';
  readonly filename: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Record<string, string | number | null>>;
}

export type Answer = View | Redirect | Raw | Spreadsheet;

export type Then = Partial<Pick<Redirect, 'status' | 'flash' | 'session' | 'challenge'>>;

/** After a form: the reader gets a page that can be loaded again. */
export function redirect(location: string, then: Then = {}): Redirect {
  return { kind: 'redirect', status: 303, location, ...then };
}

/** The same with a sentence on the next page. */
export function done(location: string, notice: string, secret?: string): Redirect {
  return redirect(location, { flash: { notice, ...(secret === undefined ? {} : { secret }) } });
}

/** An address inside this site, or the front page: `next` is untrusted. */
export function insideSite(next: string | null | undefined): string {
  if (next === null || next === undefined || !next.startsWith('/')) return '/';
  // two slashes name another host, and browsers take a backslash for one
  const isInside = next[1] !== '/' && !/[\\\s]/.test(next);
  return isInside ? next : '/';
}

/** A path whose parts are encoded one by one. */
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
