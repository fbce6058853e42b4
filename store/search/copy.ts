/** The copy of the database's entries in an external engine: its missing changes, and its rebuild. */
export interface SearchCopy {
  /**
   * Sends the oldest changes to the engine, at most `limit`, and waits until searches find them. Returns their
   * number, and the packages that the engine refuses, which its index omits.
   */
  ship(limit: number): Promise<{ shipped: number; refused: readonly string[] }>;
  /** The number of changes that the engine lacks. */
  countPending(): Promise<number>;
  /** The number of entries to copy. */
  countEntries(): Promise<number>;
  /** Whether the searched index exists and was created in the current format. */
  isCurrent(): Promise<boolean>;
  /** Creates an empty index beside the searched one; from now on it gets every change. Returns its name. */
  begin(): Promise<string>;
  /**
   * Copies the next entries by package id. `next`: null at the end. @throws DomainError `invalid_state` if another
   * rebuild replaced the index
   */
  copyPage(index: string, after: string, limit: number): Promise<{ copied: number; next: string | null }>;
  /** Makes the new index the searched one. No search fails meanwhile. @throws as {@link copyPage} */
  finish(index: string): Promise<void>;
  /** Removes the previous index, some time after {@link finish}: searches that began earlier still use it. */
  dropOthers(): Promise<void>;
}
