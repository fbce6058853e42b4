/** A request as a client sends it; its path is below the mount. */
export interface ClientRequest {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

/** A release of a test, or one that never existed but has a similar name. */
export interface Target {
  ecosystem: string;
  name: string;
  version: string;
  repository: string;
  sha256: string;
  /** A single word in its description and in its keywords. */
  word: string;
}

/** For each parameter of a route possible values, `*` included. */
export type ParameterValues = Readonly<Record<string, (target: Target) => readonly string[]>>;

/** A refusal as the client reads it. `body` is its JSON object, if it is one. */
export interface Refusal {
  path: string;
  status: number;
  contentType: string;
  text: string;
  body: Record<string, unknown> | undefined;
}

/** A package file with words in it that occur nowhere else. */
export interface Draft {
  name: string;
  version: string;
  /** Goes into description, keywords and readme. */
  word: string;
  /** A line of a source file. */
  line: string;
}

/** The requests of an ecosystem's real client, for suites that try the same on every ecosystem. */
export interface TestClient {
  /** Values of every parameter that its routes have: the sweep refuses a route with another one. */
  readonly parameters: ParameterValues;
  /** Questions for its lists. Default: those for any route. */
  readonly queries?: readonly ((target: Target) => Record<string, string>)[];
  /** Whether a refusal has the one shape that its clients read. */
  isError(refusal: Refusal): boolean;
  /** Null where a version is no free text (it is a digest in OCI): suites of its own publish there. */
  readonly releases: ReleaseClient | null;
}

/** Publishes, reads and withdraws releases with names and versions that the suite chooses. */
export interface ReleaseClient {
  /** A name with this word in it. Default: the word. */
  nameOf?(word: string): string;
  /** A name that no package can have. */
  readonly impossibleName: string;
  buildFile(draft: Draft): Promise<Buffer> | Buffer;
  /** One after the other; the first that is refused ends it. */
  publish(upload: {
    name: string;
    version: string;
    file: Buffer;
    token: string;
  }): readonly ClientRequest[] | Promise<readonly ClientRequest[]>;
  /** Whether an answer to a publish reports that the release waits for a person. Default: 202. */
  isHeld?(answer: { status: number; text: string; headers: Record<string, string> }): boolean;
  /** How it shows its credential. */
  carry(token: string): Record<string, string>;
  /** Paths below the mount: the listing of versions, then others that a client fetches. */
  reads(release: { name: string; version: string }): readonly [string, ...string[]];
  /** The request that withdraws a version, or moves a tag. Null where the protocol has none of it. */
  takeBack(release: { name: string; version: string }): ClientRequest | null;
  /** The names of its files in routes. */
  filenames(release: { name: string; version: string }): readonly string[];
}

/** For protocols whose errors are a sentence in a line of text. */
export function isPlainLine({ contentType, text }: Refusal): boolean {
  return contentType.startsWith('text/plain') && /^[^\n]+\n$/.test(text);
}

export const isJson = ({ contentType }: Refusal): boolean => contentType.startsWith('application/json');

/** The first of the `errors` of a JSON body. */
export function firstError({ body }: Refusal): Record<string, unknown> | undefined {
  const [first] = Array.isArray(body?.['errors']) ? (body['errors'] as unknown[]) : [];
  return isObject(first) ? first : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** No user or row has it. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
