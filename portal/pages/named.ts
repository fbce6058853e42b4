import { DomainError } from '../../domain/errors.ts';
import type { Named, NamedVersion } from '../../services/packages/find.ts';
import type { Attempt, PageContext } from '../page.ts';

/** The package that the address names. @throws DomainError `not_found` for an ecosystem that is not served */
export function namedPackage({ services, params }: PageContext): Named {
  return { ecosystem: services.ecosystems.get(params['ecosystem'] ?? ''), name: params['name'] ?? '' };
}

/** The version that the address names. @throws as {@link namedPackage} */
export function namedVersion(context: PageContext): NamedVersion {
  return { ...namedPackage(context), version: context.params['version'] ?? '' };
}

/** The attempt at one of the named forms; undefined for an attempt at another form. */
export function attemptAt(attempt: Attempt | undefined, ...actions: string[]): Attempt | undefined {
  return attempt && actions.includes(attempt.form.text('action')) ? attempt : undefined;
}

/**
 * The name with an unencoded slash: `/packages/npm/@scope/name`. Undefined where the first segment is a valid name;
 * then the second is a version.
 */
export function typedName({ ecosystem, name }: Named, rest: string): string | undefined {
  const whole = `${name}/${rest}`;
  return !canName(ecosystem, name) && canName(ecosystem, whole) ? whole : undefined;
}

function canName({ names }: Named['ecosystem'], name: string): boolean {
  try {
    names.canonical(name);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
