/** Wins, draws, losses of the first engine. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export function eloOf(share: number): number {
  const bounded = Math.min(Math.max(share, 1e-3), 1 - 1e-3);
  return -400 * Math.log10(1 / bounded - 1);
}

/** Rating difference with the bounds of its 95 % interval. */
export function estimate(tally: Tally): { share: number; elo: number; low: number; high: number } {
  const games = tally.wins + tally.draws + tally.losses;
  const share = (tally.wins + tally.draws / 2) / Math.max(games, 1);
  const variance =
    (tally.wins * (1 - share) ** 2 + tally.draws * (0.5 - share) ** 2 + tally.losses * share ** 2) /
    Math.max(games, 1);
  const margin = 1.96 * Math.sqrt(variance / Math.max(games, 1));
  return { share, elo: eloOf(share), low: eloOf(share - margin), high: eloOf(share + margin) };
}

const risk = 0.05;
/** The absolute log likelihood ratio at which a test ends. */
export const decided = Math.log((1 - risk) / risk);

/** Sequential test of `elo0` against `elo1`: the log likelihood ratio, by the normal approximation. */
export function logLikelihoodRatio(tally: Tally, elo0: number, elo1: number): number {
  const games = tally.wins + tally.draws + tally.losses;
  if (games === 0) return 0;
  const { share } = estimate(tally);
  const variance =
    (tally.wins * (1 - share) ** 2 + tally.draws * (0.5 - share) ** 2 + tally.losses * share ** 2) / games;
  if (variance === 0) return 0;
  const expected = (elo: number) => 1 / (1 + 10 ** (-elo / 400));
  const [s0, s1] = [expected(elo0), expected(elo1)];
  return (games * (s1 - s0) * (2 * share - s0 - s1)) / (2 * variance);
}
