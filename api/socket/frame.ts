import { inputLimits } from '../../domain/limits/inputs.ts';
import { type ChessError, chessError } from '../../chess/errors.ts';
import type { MessageKey } from '../../chess/locale.ts';
import { assertShape } from '../../domain/json-shape.ts';
import { bodyLimits } from '../../domain/limits.ts';

export type RequestId = string | number | null;

/** A client's message as far as every action needs it. */
export interface Frame {
  action: string;
  requestId: RequestId;
  /** The language of this answer; undefined: that of the connection. */
  lang: string | undefined;
  /** All of its members; each action reads its own. */
  fields: Readonly<Record<string, unknown>>;
  /** The error that answers it in any case. */
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

/** The same frame, not to be acted upon. */
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
    // members of an object are looked at one by one
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Nothing that objects inherit is a member of a message. */
function ownMember(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Undefined when it can't be echoed. */
function requestIdOf(fields: Readonly<Record<string, unknown>>): RequestId | undefined {
  const id = ownMember(fields, 'request_id') ?? null;
  if (id === null || typeof id === 'number') return id;
  return typeof id === 'string' && id.length <= maxRequestIdLength ? id : undefined;
}

/** The name that answers echo, bounded: no client makes us send 64 KiB back. */
function nameOf(action: unknown): string {
  return typeof action === 'string' && action.length <= maxActionLength ? action : 'unknown';
}
