import { inputLimits } from '../../domain/limits/inputs.ts';
import { z } from 'zod';
import type { Locale } from '../../chess/locale.ts';
import { refuseFields } from '../plugins/chess-fields.ts';
import type { Chess } from '../../services/chess.ts';
import type { Frame } from './frame.ts';
import type { Subscriptions } from './subscriptions.ts';

/** One message and the means to answer it. */
export interface Call {
  fields: Frame['fields'];
  locale: Locale;
  /** The client's address. */
  address: string;
  chess: Pick<Chess, 'games' | 'archive' | 'makers'>;
  subscriptions: Subscriptions;
  /** Sends the answer. An action calls it exactly once, or throws. */
  answer(data: object): void;
}

/** @throws ChessError, which is sent as the answer */
export type Action = (call: Call) => Promise<void>;

/** Most actions: run, then answer with the result. */
export function answering(run: (call: Call) => Promise<object>): Action {
  return async (call) => call.answer(await run(call));
}

/**
 * Reads the members that an action needs.
 * @throws ChessError that names every invalid member, as over HTTP
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  { fields, locale }: Pick<Call, 'fields' | 'locale'>,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ code, path, message, ...params }) => ({
    keyword: code,
    instancePath: `/${path.join('/')}`,
    schemaPath: '',
    message,
    params,
  }));
  throw refuseFields(issues, { value: fields, schema }, locale);
}

const maxTokenLength = inputLimits['socket token'].characters;

/** The secret of a seat or an account. */
export const Token = z.string().max(maxTokenLength).nullish();
