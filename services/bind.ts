import type { Caller } from '../domain/caller.ts';
import type { Format } from '../ecosystems/format.ts';
import type { Named, NamedVersion } from './packages/find.ts';

/** Operations without their first parameter. */
export type Bound<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    first: never,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Operations of one ecosystem: the caller, then the names of the address, then the other parameters. */
type BoundAt<Operations, Names extends string[]> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    first: never,
    caller: Caller,
    address: never,
    ...rest: infer Rest
  ) => infer Result
    ? (caller: Caller, ...given: [...Names, ...Rest]) => Result
    : never;
};

/** Operations about the ecosystem as a whole. */
export type BoundWithin<Operations> = BoundAt<Operations, []>;

/** Operations about a package, by its name. */
export type BoundNamed<Operations> = BoundAt<Operations, [name: string]>;

/** Operations about one version of a package. */
export type BoundVersion<Operations> = BoundAt<Operations, [name: string, version: string]>;

type Table<Operation> = Readonly<Record<string, Operation>>;
type Operation<First> = (first: First, ...rest: never[]) => unknown;
type Addressed<First, Address> = (
  first: First,
  caller: Caller,
  address: Address,
  ...rest: never[]
) => unknown;

/** Binds the first argument of each operation; the types of the other parameters stay the same. */
export function bind<First, Operations extends Table<Operation<First>>>(
  first: First,
  operations: Operations,
): Bound<Operations> {
  // each entry is an operation with its first argument bound
  return mapped(
    operations,
    (operation) =>
      (...rest: never[]) =>
        operation(first, ...rest),
  ) as Bound<Operations>;
}

/** Binds operations about an ecosystem as a whole. */
export function bindWithin<First, Operations extends Table<Addressed<First, Format>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundWithin<Operations> {
  // each entry is an operation with the ecosystem bound
  return mapped(
    operations,
    (operation) =>
      (caller: Caller, ...rest: never[]) =>
        operation(first, caller, ecosystem, ...rest),
  ) as BoundWithin<Operations>;
}

/** Binds operations about packages of an ecosystem. */
export function bindNamed<First, Operations extends Table<Addressed<First, Named>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundNamed<Operations> {
  // each entry is an operation with the ecosystem bound
  return mapped(
    operations,
    (operation) =>
      (caller: Caller, name: string, ...rest: never[]) =>
        operation(first, caller, { ecosystem, name }, ...rest),
  ) as BoundNamed<Operations>;
}

/** Binds operations about versions of packages of an ecosystem. */
export function bindVersion<First, Operations extends Table<Addressed<First, NamedVersion>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundVersion<Operations> {
  // each entry is an operation with the ecosystem bound
  return mapped(
    operations,
    (operation) =>
      (caller: Caller, name: string, version: string, ...rest: never[]) =>
        operation(first, caller, { ecosystem, name, version }, ...rest),
  ) as BoundVersion<Operations>;
}

function mapped<Entry>(operations: Table<Entry>, change: (operation: Entry) => unknown): object {
  return Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, change(operation)]));
}
