import { chessError } from '../../chess/errors.ts';
import { addressKey } from '../../domain/address-key.ts';
import type { Maker, SeatHashes } from '../../store/postgres/chess/stored-game.ts';
import type { Account, AccountOf } from '../identity/account-of.ts';
import { findSide } from '../games/seats.ts';
import { standInOf } from './address-stand-in.ts';

/** The client of a request: it creates games and reviews, and removes them. */
export interface ChessClient {
  /** The credential of an account or a seat; other credentials are ignored. */
  credential: string | undefined;
  address: string;
  /** The account of a page's session; it takes precedence over the credential. */
  account?: Account | null;
}

/** A game or a review whose removal a client requests. */
export interface Made {
  maker: Maker;
  madeAt: Date;
  /** The seats of a game; null for games without seats. */
  seats: SeatHashes | null;
}

/** The one rule for the removal of games and reviews. */
export interface Makers {
  makerOf(client: ChessClient): Promise<Maker>;
  /** @throws ChessError `not_maker`, `seat_required` */
  requireRemoval(made: Made, client: ChessClient): Promise<void>;
}

/** Addresses can change their holder: a client may remove games of its address for one day. */
const addressMs = 24 * 3_600_000;

export function createMakers(platform: { secret: string; accountOf: AccountOf }): Makers {
  const accountOf = async ({ account, credential, address }: ChessClient) =>
    account ?? (credential === undefined ? null : platform.accountOf(credential, address));
  const placeOf = ({ address }: ChessClient) => standInOf(platform.secret, addressKey(address));
  return {
    async makerOf(client) {
      const account = await accountOf(client);
      return { userId: account?.userId ?? null, place: placeOf(client) };
    },

    async requireRemoval({ maker, madeAt, seats }, client) {
      const account = await accountOf(client);
      if (account?.isAdmin) return;
      if (maker.userId !== null) {
        if (account?.userId === maker.userId) return;
      } else if (seats) {
        if (client.credential === undefined) throw chessError('seat_required', 'error.seat_required');
        if (findSide(seats, client.credential)) return;
        throw chessError('seat_required', 'error.not_your_seat');
      } else if (maker.place === placeOf(client) && Date.now() - madeAt.getTime() < addressMs) {
        return;
      }
      throw chessError('not_maker', 'error.not_maker');
    },
  };
}
