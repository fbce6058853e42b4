/** Freezes the value and its members, except dates: a later write throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
