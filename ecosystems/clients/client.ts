/** The registry of a client's configuration. `url` has no slash at its end. */
export interface Target {
  url: string;
  token: string;
  home: string;
  names: Names;
}

/** The packages that a client gets from this registry; the source of all other packages stays as before. */
export interface Names {
  /** The value of the client's own option, see {@link NameOption}. */
  ours?: string | undefined;
  /** All packages come from this registry, in place of the public one. */
  everything: boolean;
}

/** An option of `rookery configure` that names the packages that clients get from this registry. */
export interface NameOption {
  /** The option's name without dashes; clients that share the option use the same name. */
  flag: string;
  example: string;
  /** The help in the list of options. */
  help: string;
  /** Asked in interactive runs. */
  question: string;
  /** Complete values: they are written into files unescaped, so no character in them may have a meaning there. */
  spelling: RegExp;
  /** An optional prefix. */
  prefix?: string;
}

/** One file, and the change of its text. The edit keeps all unrelated text. */
export interface FileEdit {
  path: string;
  edit(text: string): string;
}

/** A version of a package that a client adds. `url` as in {@link Target}. */
export interface AddedPackage {
  name: string;
  version: string;
  url: string;
}

export interface Client {
  edits(target: Target): readonly FileEdit[];
  /** Notes for the user of the client, in sentences. */
  notes?(target: Target): readonly string[];
  /** The command that adds a version to a project after configuration. Absent for clients that only publish. */
  add?(pkg: AddedPackage): string;
  /** The option that names the client's packages. Absent where its configuration can't select packages. */
  option?: NameOption;
}

/** The clients of an ecosystem that `rookery configure` knows, by the names of their commands. */
export type Clients = Readonly<Record<string, Client>>;
