import type { ChessError } from '../../../chess/errors.ts';
import type { AnsweredPosition } from '../../../services/analysis/analysis.ts';
import type { AddressOf, Place } from './place.ts';

/** The result of the search that an address asks for. */
export interface Search {
  answer?: AnsweredPosition;
  /** Why there is no answer, in the reader's language. */
  failure?: ChessError;
}

/** Everything that the page shows. */
export interface Shown extends Search {
  place: Place;
  address: AddressOf;
  /** Why a typed move is none. */
  wrongMove?: string | undefined;
}
