import type { FragmentSqlToken } from 'slonik';
import { cursorOfAnotherOrder, Position, type Window } from '../../domain/paging.ts';
import { sql } from './pool.ts';

/** A sort column of a list. */
interface Column {
  value: FragmentSqlToken;
  type: keyof typeof types;
  /** Default: ascending. */
  isDescending?: boolean;
  /** The operators of an order other than the type's default. */
  operators?: { less: FragmentSqlToken; greater: FragmentSqlToken };
}

const types = {
  text: { cast: sql.fragment`text`, wellFormed: /^/ },
  uuid: { cast: sql.fragment`uuid`, wellFormed: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/ },
  integer: { cast: sql.fragment`bigint`, wellFormed: /^-?\d{1,18}$/ },
  timestamptz: { cast: sql.fragment`timestamptz`, wellFormed: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d/ },
} as const;

const less = sql.fragment`<`;
const greater = sql.fragment`>`;

/** The member of a row that {@link Keyset.position} selects. */
export const placed = { position: Position };

/** The order of a list, for pages without a count of the preceding rows. */
export interface Keyset {
  /** Selected `as position`. */
  position: FragmentSqlToken;
  /**
   * The condition for rows after the window's position. @throws DomainError `validation_failed` for a position of
   * another order
   */
  behind(window: Pick<Window, 'after'>): FragmentSqlToken;
  order: FragmentSqlToken;
  /** The clauses from `order by` to `offset`. */
  page(window: Window): FragmentSqlToken;
}

/** A keyset over columns that together are unique per entry, and never null. */
export function keyset(...columns: readonly Column[]): Keyset {
  const texts = columns.map(({ value }) => sql.fragment`(${value})::text`);
  const order = sql.fragment`${sql.join(columns.map(orderOf), comma)}`;
  return {
    position: sql.fragment`array[${sql.join(texts, comma)}]`,
    order,
    behind: ({ after }) => (after ? behind(columns, after) : sql.fragment`true`),
    page: ({ limit, offset }) => sql.fragment`order by ${order} limit ${limit} offset ${offset}`,
  };
}

const comma = sql.fragment`, `;

function orderOf({ value, isDescending = false, operators }: Column): FragmentSqlToken {
  if (operators) return sql.fragment`${value} using ${operators.less}`;
  return isDescending ? sql.fragment`${value} desc` : value;
}

function behind(columns: readonly Column[], after: Position): FragmentSqlToken {
  const pairs = columns.map((column, place) => ({ column, text: after[place] ?? '' }));
  const isOfThisOrder = pairs.every(({ column, text }) => types[column.type].wellFormed.test(text));
  if (after.length !== columns.length || !isOfThisOrder) throw cursorOfAnotherOrder();
  const [first, ...others] = columns;
  const isUniform = others.every(
    ({ isDescending, operators }) => !operators && isDescending === first?.isDescending,
  );
  // a row comparison is a single index range
  if (first && !first.operators && isUniform) {
    const values = sql.join(
      columns.map(({ value }) => value),
      comma,
    );
    const bounds = sql.join(pairs.map(boundOf), comma);
    return sql.fragment`(${values}) ${first.isDescending ? less : greater} (${bounds})`;
  }
  return pairs.reduceRight<FragmentSqlToken>(
    (rest, pair) => {
      const { value, isDescending, operators } = pair.column;
      const further = operators?.greater ?? (isDescending ? less : greater);
      const bound = boundOf(pair);
      return sql.fragment`(${value} ${further} ${bound} or (${value} = ${bound} and ${rest}))`;
    },
    sql.fragment`false`,
  );
}

function boundOf({ column, text }: { column: Column; text: string }): FragmentSqlToken {
  return sql.fragment`${text}::${types[column.type].cast}`;
}
