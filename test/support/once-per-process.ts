/** The runner evaluates modules once per project: this keeps values that a process may have only once. */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`rookery.tests.${name}`);
  const kept: Record<symbol, T> = globalThis as unknown as Record<symbol, T>;
  return (kept[key] ??= make());
}
