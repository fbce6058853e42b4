import type { Chess } from '../../services/chess.ts';
import type { Feeds } from '../../services/feeds/feeds.ts';
import type { ServingPlatform } from '../platform.ts';

/** The dependencies of connections: the chess service and the feeds of their subscriptions. */
export interface SocketPlatform {
  log: Pick<ServingPlatform['log'], 'error' | 'info'>;
  chess: Pick<Chess, 'games' | 'archive' | 'makers'>;
  feeds: Pick<Feeds, 'games' | 'reviews'>;
}
