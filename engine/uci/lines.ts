import { mateIn, type Progress } from '../result.ts';

/** `cp 31` or `mate -2`. */
export function scoreText(score: number): string {
  const mate = mateIn(score);
  return mate === null ? `cp ${score}` : `mate ${mate}`;
}

export function infoLine(progress: Progress): string {
  const nps = Math.round((progress.nodes * 1000) / Math.max(progress.timeMs, 1));
  return [
    `info depth ${progress.depth} seldepth ${progress.seldepth} multipv ${progress.rank}`,
    `score ${scoreText(progress.score)} nodes ${progress.nodes} nps ${nps}`,
    `hashfull ${progress.hashfull} time ${progress.timeMs} pv ${progress.moves.join(' ')}`,
  ].join(' ');
}
