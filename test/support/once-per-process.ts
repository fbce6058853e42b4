/** The runner evaluates modules once per project: what a process may have only one of is kept beside them. */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`rookery.tests.${name}`);
  const kept: Record<symbol, T> = globalThis as unknown as Record<symbol, T>;
  return (kept[key] ??= make());
}
