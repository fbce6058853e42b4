import { z } from 'zod';
import { Severity } from '../../../../domain/findings.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import {
  type AffectedPackage,
  type FindingsFilter,
  type FindingsSummary,
} from '../../../../services/findings/of-organization.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { getEcosystem } from '../packages/params.ts';
import { sendCsv } from '../../../csv.ts';
import type { Services } from '../../../../services/index.ts';

const query = {
  severity: z
    .string()
    .max(fieldLimits.word.characters)
    .transform((list) => list.split(','))
    .pipe(z.array(Severity))
    .optional()
    .describe('Several with commas between them'),
  ecosystem: z.string().max(fieldLimits.ecosystem.characters).optional(),
  package: text(fieldLimits['package name']).optional().describe('Its name; needs the ecosystem'),
};
const needsEcosystem = {
  path: ['ecosystem'],
  message: 'must be given with a package',
};
const named = ({
  ecosystem,
  package: name,
}: {
  ecosystem?: string | undefined;
  package?: string | undefined;
}) => name === undefined || ecosystem !== undefined;

const Counts = z.object({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  info: z.int(),
});

export const AffectedView = z.object({
  package_id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  open_findings: z.int(),
  worst_severity: Severity,
  latest_detected_at: Time,
  severities: Counts,
  reviewer_teams: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
  can_manage_security: z.boolean(),
});

export const Summary = z.object({
  open_findings: z.int(),
  affected_packages: z.int(),
  severities: Counts,
});

const Page = z.object({
  ...pageFields,
  has_next: z.boolean(),
  summary: Summary,
  packages: z.array(AffectedView),
});

const columns = [
  'package_id',
  'ecosystem',
  'name',
  'description',
  'visibility',
  'open_findings',
  'worst_severity',
  'latest_detected_at',
  ...Severity.options.toReversed().map((severity) => `${severity}_count`),
];

export function registerOrganizationFindings(app: Routes, services: Services): void {
  const common = {
    tags: ['organizations'],
    security: [{ bearer: [] }],
    params: z.object({ slug: z.string() }),
  };

  app.get(
    '/v1/orgs/:slug/security-findings',
    {
      schema: {
        ...common,
        operationId: 'listOrganizationFindings',
        summary: 'Packages of an organization with open findings, by ecosystem and name; for its members',
        querystring: z.object({ ...query, ...paging(20) }).refine(named, needsEcosystem),
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const filter = readFilter(services, request.query);
      const found = await services.findings.listOfOrganization(
        caller,
        request.params.slug,
        filter,
        page.window,
      );
      const { shown, fields } = page.close(reply, found.packages);
      return {
        ...fields,
        has_next: fields.next_cursor !== null,
        summary: presentSummary(found.summary),
        packages: shown.map(presentAffected),
      };
    },
  );

  app.get(
    '/v1/orgs/:slug/security-findings/export',
    {
      schema: {
        ...common,
        operationId: 'exportOrganizationFindings',
        summary: 'The same as CSV (RFC 4180); cells that a spreadsheet would calculate begin with a quote',
        querystring: z.object(query).refine(named, needsEcosystem),
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const caller = callerOf(request, request.actor);
      const packages = await services.findings.exportOfOrganization(
        caller,
        slug,
        readFilter(services, request.query),
      );
      const filename = `org-security-findings-${slug}.csv`;
      return sendCsv(reply, { filename, columns, rows: rowsOf(packages) });
    },
  );
}

function readFilter(
  { ecosystems }: Pick<Services, 'ecosystems'>,
  { severity: severities, ecosystem: id, package: name }: z.infer<z.ZodObject<typeof query>>,
): FindingsFilter {
  if (id === undefined) return { severities };
  const ecosystem = getEcosystem(ecosystems, id);
  const nameKeys = name === undefined ? undefined : [ecosystem.names.canonical(name)];
  return { severities, ecosystem: ecosystem.id, nameKeys };
}

function factsOf(pkg: AffectedPackage) {
  return {
    package_id: pkg.packageId,
    ecosystem: pkg.ecosystem,
    name: pkg.name,
    description: pkg.description,
    visibility: pkg.visibility,
    open_findings: pkg.openFindings,
    worst_severity: pkg.worstSeverity,
    latest_detected_at: time(pkg.latestDetectedAt),
  };
}

async function* rowsOf(packages: AsyncIterable<AffectedPackage>) {
  for await (const pkg of packages) {
    const counts = Object.entries(pkg.severities).map(([severity, count]) => [`${severity}_count`, count]);
    yield { ...factsOf(pkg), ...(Object.fromEntries(counts) as Record<string, number>) };
  }
}

export function presentSummary(summary: FindingsSummary): z.infer<typeof Summary> {
  const { openFindings, affectedPackages, severities } = summary;
  return { open_findings: openFindings, affected_packages: affectedPackages, severities };
}

export function presentAffected(
  pkg: AffectedPackage & { canManageSecurity: boolean },
): z.infer<typeof AffectedView> {
  return {
    ...factsOf(pkg),
    severities: pkg.severities,
    reviewer_teams: pkg.reviewerTeams,
    can_manage_security: pkg.canManageSecurity,
  };
}
