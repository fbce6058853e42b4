import { connect } from 'node:net';
import type { Place } from '../relay.ts';

/** Resolves when a server listens at this place. */
export function reach(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(place);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
