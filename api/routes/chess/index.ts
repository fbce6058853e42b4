import { collectAddresses } from '../../plugins/addresses.ts';
import { boundParsedBodies } from '../../plugins/body-limits.ts';
import { registerChessErrors, registerMissing, registerOwnAddresses } from '../../plugins/chess-errors.ts';
import { registerLocale } from '../../plugins/chess-locale.ts';
import type { Routes } from '../routes.ts';
import { registerAnalysis } from './analysis/index.ts';
import { registerGetArchived } from './archive/get.ts';
import { registerListArchive } from './archive/list.ts';
import { registerReplayArchived } from './archive/replay.ts';
import { registerGetStorage } from './archive/stats.ts';
import { readEmptyBodies } from './body.ts';
import { registerPlayAction } from './games/action.ts';
import { registerGetBoard } from './games/board.ts';
import { registerCreateGame } from './games/create.ts';
import { registerGetFen } from './games/fen.ts';
import { registerGetGame } from './games/get.ts';
import { registerImportFen } from './games/import-fen.ts';
import { registerImportPgn } from './games/import-pgn.ts';
import { registerListGames } from './games/list.ts';
import { registerPlayMove } from './games/move.ts';
import { registerListMoves } from './games/moves.ts';
import { registerExportPgn } from './games/pgn.ts';
import { registerDeleteGame } from './games/remove.ts';
import type { Services } from '../../../services/index.ts';

/** In the order of the document's pages. */
const operations: readonly ((app: Routes, services: Services) => void)[] = [
  registerCreateGame,
  registerListGames,
  registerImportFen,
  registerImportPgn,
  registerGetGame,
  registerDeleteGame,
  registerPlayMove,
  registerPlayAction,
  registerListMoves,
  registerGetBoard,
  registerGetFen,
  registerExportPgn,
  registerListArchive,
  registerGetStorage,
  registerGetArchived,
  registerReplayArchived,
];

const root = '/api';

/** Registers all routes below `/api`, with the errors, languages and identity of the chess service. */
export async function registerChess(app: Routes, services: Services): Promise<void> {
  const { config, chess } = services;
  await app.register(async (scope: Routes) => {
    const errors = { baseUrl: config.http.publicUrl, lang: config.chess.lang };
    boundParsedBodies(scope, 'chess.json');
    scope.addHook('onRoute', (route) => {
      // players send many requests, and answers cost little
      route.config = { tier: 'play', ...route.config };
    });
    const addresses = collectAddresses(scope);
    registerChessErrors(scope, errors);
    registerLocale(scope, config.chess.lang);
    registerOwnAddresses(scope, addresses);
    readEmptyBodies(scope);
    for (const register of operations) register(scope, services);
    registerAnalysis(scope, chess);
    await scope.register(async (below) => registerMissing(below, addresses), { prefix: root });
  });
}
