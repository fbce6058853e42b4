/** Runs `work` while no other process on this machine holds the lock file `path`. */
export function holdLock<T>(path: string, work: () => Promise<T>): Promise<T>;
