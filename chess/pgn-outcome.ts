import { chessError } from './errors.ts';
import { locales } from './locale.ts';
import { render } from './messages.ts';
import { type EndReason, endReasons, type Outcome, type Result } from './outcome.ts';
import { resultToken } from './pgn-write.ts';

interface Finding {
  /** Null where the file has none. */
  token: string | null;
  /** The Termination tag. */
  termination: string;
  /** The outcome of the last position itself. */
  onBoard: Outcome | null;
  occurrences: number;
  halfmoves: number;
}

/** Ends by a count: games from before 2014, or of players who did not count, keep their agreed result. */
const counted = new Set<EndReason>(['FivefoldRepetition', 'SeventyFiveMoveRule']);

/**
 * The outcome of an imported game. The board takes precedence; the result token has the reasons that no position
 * shows: resignation, agreement, claims, time. Throws `invalid_pgn` where the two contradict each other.
 */
export function outcomeOf(finding: Finding): Outcome | null {
  const { token, onBoard } = finding;
  if (onBoard) {
    if (token === null || token === '*' || token === resultToken(onBoard)) return onBoard;
    if (!counted.has(onBoard.reason)) throw chessError('invalid_pgn', 'error.pgn_result', { result: token });
  }
  const hint = hintOf(finding.termination);
  if (token === '1-0') return { result: 'WhiteWins', reason: lossReason(hint) };
  if (token === '0-1') return { result: 'BlackWins', reason: lossReason(hint) };
  if (token === '1/2-1/2') return drawn(finding, hint);
  return hint === 'Aborted' ? { result: null, reason: 'Aborted' } : null;
}

const lossReason = (hint: EndReason | null): EndReason => (hint === 'Timeout' ? 'Timeout' : 'Resignation');

/** The reasons of a draw that only the Termination tag shows. */
const drawHints = new Set<EndReason>([
  'ThreefoldRepetition',
  'FiftyMoveRule',
  'DrawAgreement',
  'Resignation',
  'Timeout',
]);

function drawn({ occurrences, halfmoves }: Finding, hint: EndReason | null): Outcome {
  const result: Result = 'Draw';
  if (hint && drawHints.has(hint)) return { result, reason: hint };
  if (occurrences >= 3) return { result, reason: 'ThreefoldRepetition' };
  return { result, reason: halfmoves >= 100 ? 'FiftyMoveRule' : 'DrawAgreement' };
}

/** Words of the standard (PGN 9.8.1) for an ended game, even where its result is a star. */
const brokenOff = new Set(['abandoned', 'emergency']);

/** The reason for a Termination text: our own texts in every language, and matching words of the standard. */
function hintOf(termination: string): EndReason | null {
  const text = termination.trim().toLowerCase();
  if (/\btime\b/.test(text)) return 'Timeout';
  if (brokenOff.has(text)) return 'Aborted';
  for (const locale of locales)
    for (const reason of endReasons)
      if (render(locale, `reason.${reason}`).toLowerCase() === text) return reason;
  return null;
}
