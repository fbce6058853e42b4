import { v7 } from 'uuid';

/** UUIDv7: sorts by creation time, so indexes grow at one end. */
export function newId(): string {
  return v7();
}
