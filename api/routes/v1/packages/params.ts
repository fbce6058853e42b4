import { z } from 'zod';
import { EcosystemId } from '../../../../domain/ecosystem-id.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { Format } from '../../../../ecosystems/format.ts';
import type { Services } from '../../../../services/index.ts';

export const packagePath = '/v1/packages/:ecosystem/:name';

export const PackageParams = z.object({
  ecosystem: z.string().describe('E.g. cargo, nuget'),
  name: z.string().describe('One percent-encoded segment, in any spelling'),
});

export const releasePath = `${packagePath}/releases/:version`;

export const ReleaseParams = PackageParams.extend({ version: z.string() });

/** The address with the ecosystem itself instead of its id. @throws DomainError `not_found` */
export function readNamed<T extends { ecosystem: string }>(
  { ecosystems }: Pick<Services, 'ecosystems'>,
  { ecosystem, ...rest }: T,
): Omit<T, 'ecosystem'> & { ecosystem: Format } {
  return { ...rest, ecosystem: getEcosystem(ecosystems, ecosystem) };
}

/** The ecosystem id that another client of the same registry uses. */
export const otherName = 'bun';

export const withoutOtherName = (given: string): string => (given === otherName ? 'npm' : given);

export function readEcosystem(given: string): EcosystemId | undefined {
  return EcosystemId.safeParse(withoutOtherName(given)).data;
}

/** @throws DomainError `not_found` */
export function getEcosystem(ecosystems: Services['ecosystems'], given: string): Format {
  const id = readEcosystem(given);
  if (id === undefined) throw notFound('package');
  return ecosystems.get(id);
}
