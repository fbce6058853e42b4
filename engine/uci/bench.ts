import { EnginePool } from '../pool.ts';

/** Openings, middlegames, endings and mates; the sum of their nodes identifies the search. */
const positions = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 12',
  'r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9',
  'rnbq1rk1/pp3pbp/3p1np1/2pP4/4PP2/2N2N2/PP4PP/R1BQKB1R b KQ - 0 9',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1',
  '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  '8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1',
  '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1',
  '2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23',
];
export const benchDepth = 13;

export interface BenchResult {
  nodes: number;
  ms: number;
}

/** Searches every position on one thread with an empty table. Equal builds count equal nodes. */
export async function bench(
  depth = benchDepth,
  write: (line: string) => void = () => {},
): Promise<BenchResult> {
  const pool = await EnginePool.open({ threads: 1, hashMb: 16 });
  try {
    let nodes = 0;
    let ms = 0;
    for (const [index, fen] of positions.entries()) {
      const started = performance.now();
      const result = await pool.analyse({ fen, depth });
      ms += performance.now() - started;
      nodes += result.nodes;
      write(
        `position ${index + 1}/${positions.length}: ${result.nodes} nodes, bestmove ${result.bestMove ?? '-'}`,
      );
    }
    write(`${nodes} nodes ${Math.round((nodes * 1000) / Math.max(ms, 1))} nps`);
    return { nodes, ms };
  } finally {
    await pool.close();
  }
}
