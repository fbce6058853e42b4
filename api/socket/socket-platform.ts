import type { Chess } from '../../services/chess.ts';
import type { Feeds } from '../../services/feeds/feeds.ts';
import type { ServingPlatform } from '../platform.ts';

/** What connections work with: the chess service and what their subscriptions follow. */
export interface SocketPlatform {
  log: Pick<ServingPlatform['log'], 'error' | 'info'>;
  chess: Pick<Chess, 'games' | 'archive' | 'makers'>;
  feeds: Pick<Feeds, 'games' | 'reviews'>;
}
