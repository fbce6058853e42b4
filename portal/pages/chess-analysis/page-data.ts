import type { ChessError } from '../../../chess/errors.ts';
import type { AnsweredPosition } from '../../../services/analysis/analysis.ts';
import type { AddressOf, Place } from './place.ts';

/** The result of the search in the address. */
export interface Search {
  answer?: AnsweredPosition;
  /** Why there is no answer, in the reader's language. */
  failure?: ChessError;
}

/** The data of the page. */
export interface Shown extends Search {
  place: Place;
  address: AddressOf;
  /** Why a typed move is invalid. */
  wrongMove?: string | undefined;
}
