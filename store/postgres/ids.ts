import { v7 } from 'uuid';

/** UUIDv7: sorts by creation time, so indexes grow only at their end. */
export function newId(): string {
  return v7();
}
