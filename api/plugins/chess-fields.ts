import type { FastifySchemaValidationError } from 'fastify';
import { z } from 'zod';
import { type ChessError, chessError } from '../../chess/errors.ts';
import type { Locale, MessageKey, MessageParams, TextReference, TitledCode } from '../../chess/locale.ts';
import { render } from '../../chess/messages.ts';

export interface Refusal {
  code: TitledCode;
  key: MessageKey;
  params: MessageParams;
}

/** The error reference of a custom schema check: `refine(isSquare, { params: wrong('error.invalid_square') })`. */
export function wrong(
  key: MessageKey,
  params: MessageParams = {},
  code: TitledCode = 'invalid_field',
): Refusal {
  return { code, key, params };
}

/** A part of a request and its expected form. */
export interface Checked {
  value: unknown;
  schema: unknown;
  /** Whether the fields come from a query, where a repeated name yields a list of texts. */
  isQuery?: boolean;
}

/** Reports every invalid field once, in the language of the caller; the first field decides the code. */
export function refuseFields(
  issues: readonly FastifySchemaValidationError[],
  checked: Checked,
  locale: Locale,
): ChessError {
  // one number can break several bounds
  const firsts = new Map(issues.toReversed().map((issue) => [pathOf(issue), issue]));
  const refusals = issues
    .filter((issue) => firsts.get(pathOf(issue)) === issue)
    .map((issue) => ({ path: pathOf(issue), ...explain(issue, checked) }));
  const errors = refusals.map(({ path, code, key, params }) => ({
    path,
    code,
    message: render(locale, key, params),
  }));
  const { code, key, params } = refusals[0] ?? {
    code: 'bad_request' as const,
    key: 'error.bad_request' as const,
    params: {},
  };
  return chessError(code, key, params, { errors });
}

function pathOf(issue: FastifySchemaValidationError): string {
  return membersOf(issue).join('.') || 'body';
}

const typeKeys: Readonly<Record<string, MessageKey>> = {
  string: 'type.string',
  number: 'type.number',
  int: 'type.integer',
  boolean: 'type.boolean',
  object: 'type.object',
  record: 'type.object',
  array: 'type.array',
};

function explain(issue: FastifySchemaValidationError, checked: Checked): Refusal {
  const { keyword, params } = issue;
  const field = pathOf(issue);
  const value = valueAt(checked.value, membersOf(issue));
  const isMissing = value === undefined;
  if (isMissing && keyword !== 'custom') return refusal('missing_field', 'error.missing_field', { field });
  if (checked.isQuery && Array.isArray(value))
    return refusal('invalid_field', 'error.repeated_field', { field });
  switch (keyword) {
    case 'invalid_type': {
      const expected = { text: typeKeys[String(params['expected'])] ?? 'type.object' };
      return wrongType(field, expected, boundsAt(checked.schema, membersOf(issue)));
    }
    case 'invalid_value': {
      const values = Array.isArray(params['values']) ? params['values'] : [];
      return refusal('invalid_field', 'error.unknown_value', { field, allowed: values.join(', ') });
    }
    case 'too_small':
    case 'too_big':
      return explainBound(issue, checked);
    case 'invalid_format':
      return params['format'] === 'guid'
        ? refusal('invalid_id', 'error.invalid_id', { field })
        : refusal('invalid_field', 'error.invalid_field', { field });
    case 'custom': {
      // `wrong` puts these members into our own schemas
      const told = params['params'] as Refusal | undefined;
      if (told !== undefined) return { ...told, params: { field, ...told.params } };
    }
  }
  return refusal('invalid_field', 'error.invalid_field', { field });
}

/** The error of a wrong type; for a bounded number it also names the range. */
function wrongType(field: string, expected: TextReference, { type, minimum, maximum }: Bounds): Refusal {
  // for a text the check reports only "not a number"
  const whole = type === 'integer' ? ({ text: 'type.integer' } as const) : expected;
  if (minimum === undefined || maximum === undefined)
    return refusal('invalid_field', 'error.wrong_type', { field, expected: whole });
  return refusal('invalid_field', 'error.wrong_type_range', { field, expected: whole, minimum, maximum });
}

/** The refusal names both ends of a range; the issue has only the end that was exceeded. */
function explainBound(issue: FastifySchemaValidationError, { schema }: Checked): Refusal {
  const { params } = issue;
  const field = pathOf(issue);
  if (params['origin'] === 'string' || params['origin'] === 'array') {
    return issue.keyword === 'too_small'
      ? refusal('missing_field', 'error.missing_field', { field })
      : refusal('out_of_range', 'error.too_long', { field, maximum: Number(params['maximum']) });
  }
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = boundsAt(
    schema,
    membersOf(issue),
  );
  return refusal('out_of_range', 'error.out_of_range', { field, minimum, maximum });
}

const Bounds = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Bounds = z.infer<typeof Bounds>;

function boundsAt(schema: unknown, members: readonly string[]): Bounds {
  if (!(schema instanceof z.ZodType)) return {};
  let part: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (const member of members) part = valueAt(partsOf(part), ['properties', member]);
  const { type, minimum, maximum } = Bounds.safeParse(partsOf(part)).data ?? {};
  // the limits of safe integers are no real bounds
  const isReal = (bound: number | undefined) => Math.abs(bound ?? 0) < Number.MAX_SAFE_INTEGER;
  return {
    type,
    minimum: isReal(minimum) ? minimum : undefined,
    maximum: isReal(maximum) ? maximum : undefined,
  };
}

/** The schema of a nullable value is one level deeper. */
function partsOf(schema: unknown): unknown {
  const choices = valueAt(schema, ['anyOf']);
  return Array.isArray(choices) ? choices[0] : schema;
}

function refusal(code: TitledCode, key: MessageKey, params: MessageParams): Refusal {
  return { code, key, params };
}

function membersOf({ instancePath }: FastifySchemaValidationError): string[] {
  return instancePath.split('/').filter(Boolean);
}

function valueAt(source: unknown, members: readonly string[]): unknown {
  let value = source;
  for (const member of members) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[member];
  }
  return value;
}
