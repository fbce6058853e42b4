import { DomainError } from '../../domain/errors.ts';
import type { DeniedPackage, Policy } from '../../domain/policy.ts';
import type { Format, Formats } from '../../ecosystems/format.ts';

/**
 * Adds lookup keys of names and versions to the policy. @throws DomainError `validation_failed` for an unknown
 * ecosystem, `invalid_name`, `invalid_version`
 */
export function withKeys(ecosystems: Formats, policy: Policy): Policy {
  const { denied_packages: denied, ...others } = policy;
  if (denied === undefined) return policy;
  return { ...others, denied_packages: denied.map((each) => keyed(ecosystems, each)) };
}

/** Entries in only one of the two policies, for ecosystems whose documents list denied packages. */
export function changedEntries({ all }: Formats, before: Policy, after: Policy): DeniedPackage[] {
  const [old = [], now = []] = [before.denied_packages, after.denied_packages];
  const [oldTexts, nowTexts] = [new Set(old.map(textOf)), new Set(now.map(textOf))];
  const speaking = new Set(all.filter(({ documents }) => documents.sayWithheld).map(({ id }) => id));
  return [
    ...old.filter((each) => !nowTexts.has(textOf(each))),
    ...now.filter((each) => !oldTexts.has(textOf(each))),
  ].filter(({ ecosystem }) => speaking.has(ecosystem));
}

function textOf({ ecosystem, name, versions = [], reason = '' }: DeniedPackage): string {
  return JSON.stringify([ecosystem, name, versions, reason]);
}

function keyed(ecosystems: Formats, { ecosystem, name, versions, reason }: DeniedPackage): DeniedPackage {
  const format = served(ecosystems, ecosystem);
  return {
    ecosystem,
    name: format.names.canonical(name),
    ...(versions && { versions: [...new Set(versions.map((each) => format.versions.canonical(each)))] }),
    ...(reason !== undefined && { reason }),
  };
}

function served({ all }: Formats, id: string): Format {
  const format = all.find((each) => each.id === id);
  if (format) return format;
  throw new DomainError('validation_failed', `denied_packages: there is no ecosystem ${id}`);
}
