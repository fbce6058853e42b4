/** The runner evaluates modules once per project: values of which a process has only one are kept beside them. */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`rookery.tests.${name}`);
  const kept: Record<symbol, T> = globalThis as unknown as Record<symbol, T>;
  return (kept[key] ??= make());
}
