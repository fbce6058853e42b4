import { inputLimits } from '../../domain/limits/inputs.ts';
import { type ChessError, chessError } from '../../chess/errors.ts';
import type { MessageKey } from '../../chess/locale.ts';
import { assertShape } from '../../domain/json-shape.ts';
import { bodyLimits } from '../../domain/limits.ts';

export type RequestId = string | number | null;

/** The members of a client's message that every action needs. */
export interface Frame {
  action: string;
  requestId: RequestId;
  /** The requested language of this answer; undefined: the language of the connection. */
  lang: string | undefined;
  /** All members of the message; each action reads its own. */
  fields: Readonly<Record<string, unknown>>;
  /** The error that answers the message, if it is refused unexecuted. */
  refusal: ChessError | null;
}

const maxActionLength = inputLimits['socket action'].characters;
const maxRequestIdLength = inputLimits['socket request id'].characters;

export function binaryFrame(): Frame {
  return refused('binary', null, chessError('unsupported_media_type', 'error.frame_binary'));
}

/** Never throws: an unreadable frame is returned with its refusal. */
export function readFrame(text: string): Frame {
  const fields = parseObject(text);
  if (!fields) return refused('unknown', null, chessError('invalid_json', 'error.frame_invalid'));
  const requestId = requestIdOf(fields);
  const action = ownMember(fields, 'action');
  if (requestId === undefined) return refused(nameOf(action), null, refuseRequestId(fields));
  if (action === undefined) {
    return refused(
      'unknown',
      requestId,
      chessError('missing_field', 'error.missing_field', { field: 'action' }),
    );
  }
  if (typeof action !== 'string') return refused('unknown', requestId, invalid('action', 'type.string'));
  const lang = ownMember(fields, 'lang') ?? undefined;
  if (lang !== undefined && typeof lang !== 'string') {
    return refused(nameOf(action), requestId, invalid('lang', 'type.string'));
  }
  return { action: nameOf(action), requestId, lang, fields, refusal: null };
}

/** The same frame with a refusal: it is answered, not executed. */
export function refuse(frame: Frame, refusal: ChessError): Frame {
  return { ...frame, refusal: frame.refusal ?? refusal };
}

function refused(action: string, requestId: RequestId, refusal: ChessError): Frame {
  return { action, requestId, lang: undefined, fields: {}, refusal };
}

function invalid(field: string, expected: MessageKey): ChessError {
  return chessError('invalid_field', 'error.wrong_type', { field, expected: { text: expected } });
}

function refuseRequestId({ request_id: id }: Frame['fields']): ChessError {
  if (typeof id !== 'string') return invalid('request_id', 'type.string_or_number');
  return chessError('invalid_field', 'error.too_long', { field: 'request_id', maximum: maxRequestIdLength });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    assertShape(Buffer.from(text), bodyLimits['chess.frame']);
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // each member is checked where it is read
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Only own members count: a message has no inherited ones. */
function ownMember(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Undefined for an id that can't be echoed. */
function requestIdOf(fields: Readonly<Record<string, unknown>>): RequestId | undefined {
  const id = ownMember(fields, 'request_id') ?? null;
  if (id === null || typeof id === 'number') return id;
  return typeof id === 'string' && id.length <= maxRequestIdLength ? id : undefined;
}

/** The name that answers echo, limited in length: otherwise a client could make the server send 64 KiB back. */
function nameOf(action: unknown): string {
  return typeof action === 'string' && action.length <= maxActionLength ? action : 'unknown';
}
