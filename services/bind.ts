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

/** Operations of one ecosystem: they begin with the caller, and go on with the names of their address and the rest. */
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

/** About the ecosystem as a whole. */
export type BoundWithin<Operations> = BoundAt<Operations, []>;

/** About a package, which the caller calls by its name. */
export type BoundNamed<Operations> = BoundAt<Operations, [name: string]>;

/** About one version of a package. */
export type BoundVersion<Operations> = BoundAt<Operations, [name: string, version: string]>;

type Table<Operation> = Readonly<Record<string, Operation>>;
type Operation<First> = (first: First, ...rest: never[]) => unknown;
type Addressed<First, Address> = (
  first: First,
  caller: Caller,
  address: Address,
  ...rest: never[]
) => unknown;

/** The same operations with their first argument bound: the types of the rest stay as they are. */
export function bind<First, Operations extends Table<Operation<First>>>(
  first: First,
  operations: Operations,
): Bound<Operations> {
  // each entry is its operation with the first parameter given
  return mapped(
    operations,
    (operation) =>
      (...rest: never[]) =>
        operation(first, ...rest),
  ) as Bound<Operations>;
}

/** Operations about an ecosystem as a whole. */
export function bindWithin<First, Operations extends Table<Addressed<First, Format>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundWithin<Operations> {
  // each entry is its operation with the ecosystem given
  return mapped(
    operations,
    (operation) =>
      (caller: Caller, ...rest: never[]) =>
        operation(first, caller, ecosystem, ...rest),
  ) as BoundWithin<Operations>;
}

/** Operations about packages of an ecosystem. */
export function bindNamed<First, Operations extends Table<Addressed<First, Named>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundNamed<Operations> {
  // each entry is its operation with the ecosystem given
  return mapped(
    operations,
    (operation) =>
      (caller: Caller, name: string, ...rest: never[]) =>
        operation(first, caller, { ecosystem, name }, ...rest),
  ) as BoundNamed<Operations>;
}

/** Operations about versions of packages of an ecosystem. */
export function bindVersion<First, Operations extends Table<Addressed<First, NamedVersion>>>(
  first: First,
  ecosystem: Format,
  operations: Operations,
): BoundVersion<Operations> {
  // each entry is its operation with the ecosystem given
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
