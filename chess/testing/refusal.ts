import { ChessError } from '../errors.ts';

export interface Refusal {
  code: string;
  /** The key in the catalogue. */
  key: string | undefined;
  params: Readonly<Record<string, string | number | { text: string }>> | undefined;
  alternatives: readonly string[] | undefined;
}

/** The refusal of a call; null without one. */
export function refusalOf(call: () => unknown): Refusal | null {
  try {
    call();
    return null;
  } catch (error) {
    if (!(error instanceof ChessError)) throw error;
    const { message, alternatives } = error.meta;
    return { code: error.code, key: message?.key, params: message?.params, alternatives };
  }
}
