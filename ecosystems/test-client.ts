/** A request as a client sends it; its path is below the mount. */
export interface ClientRequest {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

/** A release of a test, or a release with a similar name that never existed. */
export interface Target {
  ecosystem: string;
  name: string;
  version: string;
  repository: string;
  sha256: string;
  /** A single word in the description and the keywords of the release. */
  word: string;
}

/** Possible values of each route parameter, `*` included. */
export type ParameterValues = Readonly<Record<string, (target: Target) => readonly string[]>>;

/** A refusal as the client reads it. `body`: the text as a JSON object, if it is one. */
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

/** The requests of an ecosystem's real client, for suites that run the same checks on every ecosystem. */
export interface TestClient {
  /** Values of every parameter of the ecosystem's routes: the sweep refuses a route with an unlisted parameter. */
  readonly parameters: ParameterValues;
  /** Queries for the ecosystem's lists. Default: the queries for any route. */
  readonly queries?: readonly ((target: Target) => Record<string, string>)[];
  /** Whether a refusal has the one shape that its clients read. */
  isError(refusal: Refusal): boolean;
  /** Null where a version is not free text (a digest in OCI): the ecosystem's own suites publish there. */
  readonly releases: ReleaseClient | null;
}

/** Publishes, reads and withdraws releases with names and versions that the suite chooses. */
export interface ReleaseClient {
  /** A name with this word in it. Default: the word. */
  nameOf?(word: string): string;
  /** A name that no package can have. */
  readonly impossibleName: string;
  buildFile(draft: Draft): Promise<Buffer> | Buffer;
  /** Sent in sequence; the first refusal ends the publish. */
  publish(upload: {
    name: string;
    version: string;
    file: Buffer;
    token: string;
  }): readonly ClientRequest[] | Promise<readonly ClientRequest[]>;
  /** Whether the answer to a publish reports a release that waits for a person. Default: status 202. */
  isHeld?(answer: { status: number; text: string; headers: Record<string, string> }): boolean;
  /** The headers that contain the credential. */
  carry(token: string): Record<string, string>;
  /** Paths below the mount: the listing of versions, then others that a client fetches. */
  reads(release: { name: string; version: string }): readonly [string, ...string[]];
  /** The request that withdraws a version, or moves a tag. Null where the protocol has neither. */
  takeBack(release: { name: string; version: string }): ClientRequest | null;
  /** The names of the release's files in routes. */
  filenames(release: { name: string; version: string }): readonly string[];
}

/** Whether the refusal is one line of plain text. */
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

/** An id that no user and no row has. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
