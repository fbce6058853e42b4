import { types } from 'pg';

type Parse = (value: string) => unknown;

// the library's types cover only some type numbers, and no arrays
const libraryParser = types.getTypeParser as (type: number) => Parse;
const arrayOfTexts = 1009;

const asText: Parse = (value) => value;
const asTime: Parse = (value) => new Date(value);

/** Parsers by the numbers of types and their arrays, fixed in every PostgreSQL: int8, numeric, timestamptz, date. */
const parsers = new Map<number, Parse>([
  [20, Number],
  [1016, arrayOf(Number)],
  [1700, Number],
  [1231, arrayOf(Number)],
  [1184, asTime],
  [1185, arrayOf(asTime)],
  [1082, asText],
  [1182, arrayOf(asText)],
]);

function arrayOf(parse: Parse): Parse {
  const split = libraryParser(arrayOfTexts) as (value: string) => (string | null)[];
  return (value) => split(value).map((each) => (each === null ? null : parse(each)));
}

/** The function that converts the text of a column to a value. Row schemas check the value. */
export function parserOf(type: number): Parse {
  return parsers.get(type) ?? libraryParser(type);
}
