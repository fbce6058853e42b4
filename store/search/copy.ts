/** The entries of the database in an engine of its own: the changes that it lacks, and its rebuild. */
export interface SearchCopy {
  /**
   * Tells the engine of the oldest changes, at most `limit`, and waits until searches find them. Returns how many there were,
   * and the packages that the engine refuses: they are left out of it.
   */
  ship(limit: number): Promise<{ shipped: number; refused: readonly string[] }>;
  /** Changes that the engine lacks. */
  countPending(): Promise<number>;
  /** Entries that are to be copied. */
  countEntries(): Promise<number>;
  /** Whether searches have an index, and it is made the way that this version makes it. */
  isCurrent(): Promise<boolean>;
  /** Makes an empty index beside the one in use; it gets every change from now on. Returns its name. */
  begin(): Promise<string>;
  /** Copies the next entries by package id. `next`: null at the end. @throws DomainError `invalid_state` when it was replaced */
  copyPage(index: string, after: string, limit: number): Promise<{ copied: number; next: string | null }>;
  /** Makes it the one that is searched. No search fails meanwhile. @throws as {@link copyPage} */
  finish(index: string): Promise<void>;
  /** Removes the one before, some time after {@link finish}: searches that began earlier ask it still. */
  dropOthers(): Promise<void>;
}
