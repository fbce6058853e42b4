import type { Chess } from '../../../services/chess.ts';
import type { ManagementDeps } from '../deps.ts';

/** What the routes of the chess service are built from. */
export type ChessRouteDeps = Pick<ManagementDeps, 'config' | 'pool' | 'authenticator'> & { chess: Chess };
