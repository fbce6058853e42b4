/** What a client has to know. `url` has no slash at its end. */
export interface Target {
  url: string;
  token: string;
  home: string;
  names: Names;
}

/** The packages that a client gets from this registry; it gets all others from where it got them before. */
export interface Names {
  /** Of npm, with its `@`. */
  scope?: string | undefined;
  /** Of Maven: it and what begins with it and a dot. */
  group?: string | undefined;
  /** Of Composer. */
  vendor?: string | undefined;
  /** Of NuGet: an id, or a prefix and `*`. */
  pattern?: string | undefined;
  /** All packages come from this registry: it stands in the place of the public one. */
  everything: boolean;
}

/** One file, and what becomes of its text. Every other word in it stays. */
export interface FileEdit {
  path: string;
  edit(text: string): string;
}

export interface Client {
  edits(target: Target): readonly FileEdit[];
  /** What its user has to know or do, in sentences. */
  notes?(target: Target): readonly string[];
  /** The option that names its packages. */
  names?: keyof Omit<Names, 'everything'>;
}
