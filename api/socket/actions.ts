import { chessError } from '../../chess/errors.ts';
import type { Action } from './call.ts';
import { archiveActions } from './archive-actions.ts';
import { gameActions } from './game-actions.ts';
import { subscriptionActions } from './subscription-actions.ts';

// names are untrusted: a plain object would also have `constructor`
const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({ ...gameActions, ...subscriptionActions, ...archiveActions }),
);

/** @throws ChessError `unknown_action` */
export function getAction(name: string): Action {
  const action = actions.get(name);
  if (action) return action;
  const known = [...actions.keys()];
  throw chessError(
    'unknown_action',
    'error.unknown_action',
    { action: name, allowed: known.join(', ') },
    { alternatives: known },
  );
}
