import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerActor } from '../plugins/actor.ts';
import type { SendMissing } from '../portal/register.ts';
import { boundParsedBodies } from '../plugins/body-limits.ts';
import { readJsonBodies } from '../plugins/json-bodies.ts';
import { registerConditional } from '../plugins/conditional.ts';
import { registerDeprecation } from '../plugins/deprecation.ts';
import { registerIdempotency } from '../plugins/idempotency.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import { registerCursors } from './paging.ts';
import { registerProblems } from '../plugins/problem.ts';
import { registerChess } from './chess/index.ts';
import type { Routes } from './routes.ts';
import { registerHealth } from './health.ts';
import { registerOpenApi } from './open-api.ts';
import { registerReadiness } from './readiness.ts';
import { registerListJobs } from './v1/admin/jobs.ts';
import { registerCancelJob } from './v1/admin/cancel-job.ts';
import { registerRecoverStaleJobs } from './v1/admin/recover-stale-jobs.ts';
import { registerStartCleanup, registerStartReindex } from './v1/admin/start-job.ts';
import { registerRetryJob } from './v1/admin/retry-job.ts';
import { registerQuotas } from './v1/admin/quotas.ts';
import { registerAdminHealth } from './v1/admin/health.ts';
import { registerPersonalData } from './v1/admin/personal-data.ts';
import { registerAdminUsers } from './v1/admin/users.ts';
import { registerShowJob } from './v1/admin/show-job.ts';
import { registerListAudit } from './v1/audit.ts';
import { registerDeviceLogin } from './v1/auth/device.ts';
import { registerCreateSession } from './v1/auth/login.ts';
import { registerDeleteSession } from './v1/auth/logout.ts';
import { registerAnswerChallenge } from './v1/auth/mfa/challenge.ts';
import { registerMailRoutes } from './v1/auth/mails.ts';
import { registerSecondFactor } from './v1/auth/mfa/manage.ts';
import { registerChangePassword } from './v1/auth/password.ts';
import { registerListSessions, registerRefreshSession, registerRevokeSession } from './v1/auth/sessions.ts';
import { registerCreateUser } from './v1/auth/register.ts';
import { registerAddNamespaceKey } from './v1/namespaces/add-key.ts';
import { registerListNamespaceKeys } from './v1/namespaces/list-keys.ts';
import { registerRemoveNamespaceKey } from './v1/namespaces/remove-key.ts';
import { registerBeginVerification } from './v1/namespaces/begin-verification.ts';
import { registerCheckVerification } from './v1/namespaces/check-verification.ts';
import { registerCreateNamespace } from './v1/namespaces/create.ts';
import { registerDeleteNamespace } from './v1/namespaces/delete.ts';
import { registerListNamespaces } from './v1/namespaces/list.ts';
import { registerTransferNamespace } from './v1/namespaces/transfer.ts';
import { registerLookUpNamespace } from './v1/namespaces/lookup.ts';
import { registerGetPackage } from './v1/packages/get.ts';
import { registerTransferPackage } from './v1/packages/transfer.ts';
import { registerDownloadArtifact } from './v1/packages/releases/artifacts/download.ts';
import { registerUploadArtifact } from './v1/packages/releases/artifacts/upload.ts';
import { registerCreateRelease } from './v1/packages/releases/create.ts';
import { registerPublishRelease } from './v1/packages/releases/publish.ts';
import { registerListArtifacts } from './v1/packages/releases/artifacts/list.ts';
import {
  registerApproveHeldFile,
  registerApproveRelease,
  registerRejectHeldFile,
  registerRejectRelease,
} from './v1/packages/releases/decide.ts';
import {
  registerListHeldFiles,
  registerReviewFile,
  registerReviewRelease,
} from './v1/packages/releases/review.ts';
import { registerPromoteRelease } from './v1/packages/releases/promote.ts';
import { registerGetRelease } from './v1/packages/releases/get.ts';
import { registerHoldRelease } from './v1/packages/releases/hold.ts';
import { registerRescanRelease } from './v1/packages/releases/rescan.ts';
import { registerListReleases } from './v1/packages/releases/list.ts';
import { registerUnyankRelease, registerYankRelease } from './v1/packages/releases/yank.ts';
import {
  registerDeleteRelease,
  registerDeprecateRelease,
  registerUndeprecateRelease,
} from './v1/packages/releases/deprecate-delete.ts';
import { registerListFindings } from './v1/packages/security-findings/list.ts';
import { registerUpdateFinding } from './v1/packages/security-findings/update.ts';
import { registerCreateTrustedPublisher } from './v1/packages/trusted-publishers/create.ts';
import { registerDeleteTrustedPublisher } from './v1/packages/trusted-publishers/delete.ts';
import { registerListTrustedPublishers } from './v1/packages/trusted-publishers/list.ts';
import { registerArchivePackage } from './v1/packages/archive.ts';
import { registerCreatePackage } from './v1/packages/create.ts';
import { registerDependencies } from './v1/packages/dependencies.ts';
import { registerDownloads } from './v1/packages/downloads.ts';
import { registerListActivity } from './v1/packages/activity.ts';
import { registerTags } from './v1/packages/tags.ts';
import { registerUpdatePackage } from './v1/packages/update.ts';
import { registerOwnInvitations } from './v1/invitations/index.ts';
import { registerDeleteOrganization, registerHoldings } from './v1/orgs/holdings.ts';
import { registerDeliveries } from './v1/orgs/deliveries.ts';
import { registerWebhooks } from './v1/orgs/webhooks.ts';
import { registerOidcIssuers } from './v1/orgs/oidc-issuers.ts';
import { registerPendingPublishers } from './v1/orgs/pending-publishers.ts';
import { registerInvitations } from './v1/orgs/invitations.ts';
import { registerCreateOrganization } from './v1/orgs/create.ts';
import { registerGetOrganization } from './v1/orgs/get.ts';
import { registerListMembers } from './v1/orgs/list-members.ts';
import { registerAccessHistory } from './v1/orgs/access-history.ts';
import { registerOrganizationAudit } from './v1/orgs/audit.ts';
import { registerOrganizationFindings } from './v1/orgs/findings.ts';
import { registerWorkspace } from './v1/orgs/workspace.ts';
import { registerTeamAccess } from './v1/orgs/team-access.ts';
import { registerTeamMembers } from './v1/orgs/team-members.ts';
import { registerTeams } from './v1/orgs/teams.ts';
import { registerPutMember } from './v1/orgs/put-member.ts';
import { registerRemoveMember } from './v1/orgs/remove-member.ts';
import { registerTransferOrganization } from './v1/orgs/transfer.ts';
import { registerUpdateOrganization } from './v1/orgs/update.ts';
import { registerCreateRepository } from './v1/repositories/create.ts';
import { registerGetRepository } from './v1/repositories/get.ts';
import { registerListRepositories } from './v1/repositories/list.ts';
import { registerDeleteRepository, registerTransferRepository } from './v1/repositories/transfer.ts';
import { registerUpdateRepository } from './v1/repositories/update.ts';
import { registerRepositoryPackages } from './v1/repositories/packages.ts';
import { registerPolicies } from './v1/policies.ts';
import { registerLookUpPurl } from './v1/lookup.ts';
import { registerSearchPackages } from './v1/search.ts';
import { registerSuggest } from './v1/suggest.ts';
import { registerGetStats } from './v1/stats.ts';
import { registerCreateToken } from './v1/tokens/create.ts';
import { registerListTokens } from './v1/tokens/list.ts';
import { registerRevokeOwnToken, registerRevokeToken } from './v1/tokens/revoke.ts';
import { registerProfiles } from './v1/users/profile.ts';
import { registerOwnOrganizations } from './v1/users/organizations.ts';
import { registerGetMe } from './v1/users/me.ts';
import { registerOwnActivity } from './v1/users/activity.ts';
import type { Services } from '../../services/index.ts';

/** In the order of the document's pages. */
const operations: readonly ((app: Routes, services: Services) => void)[] = [
  registerHealth,
  registerReadiness,
  registerGetStats,
  registerCreateUser,
  registerCreateSession,
  registerAnswerChallenge,
  registerRefreshSession,
  registerDeleteSession,
  registerListSessions,
  registerRevokeSession,
  registerChangePassword,
  registerMailRoutes,
  registerSecondFactor,
  registerDeviceLogin,
  registerCreateToken,
  registerListTokens,
  registerRevokeOwnToken,
  registerRevokeToken,
  registerGetMe,
  registerOwnActivity,
  registerProfiles,
  registerOwnOrganizations,
  registerHoldings,
  registerWorkspace,
  registerCreateOrganization,
  registerGetOrganization,
  registerUpdateOrganization,
  registerDeleteOrganization,
  registerListMembers,
  registerPutMember,
  registerRemoveMember,
  registerTransferOrganization,
  registerInvitations,
  registerPolicies,
  registerOidcIssuers,
  registerPendingPublishers,
  registerWebhooks,
  registerDeliveries,
  registerOwnInvitations,
  registerOrganizationAudit,
  registerAccessHistory,
  registerOrganizationFindings,
  registerTeams,
  registerTeamMembers,
  registerTeamAccess,
  registerListRepositories,
  registerCreateRepository,
  registerGetRepository,
  registerUpdateRepository,
  registerTransferRepository,
  registerDeleteRepository,
  registerRepositoryPackages,
  registerListNamespaces,
  registerCreateNamespace,
  registerLookUpNamespace,
  registerDeleteNamespace,
  registerTransferNamespace,
  registerBeginVerification,
  registerCheckVerification,
  registerListNamespaceKeys,
  registerAddNamespaceKey,
  registerRemoveNamespaceKey,
  registerSearchPackages,
  registerSuggest,
  registerLookUpPurl,
  registerCreatePackage,
  registerGetPackage,
  registerUpdatePackage,
  registerArchivePackage,
  registerDownloads,
  registerListActivity,
  registerDependencies,
  registerTransferPackage,
  registerTags,
  registerListReleases,
  registerCreateRelease,
  registerGetRelease,
  registerPublishRelease,
  registerYankRelease,
  registerUnyankRelease,
  registerDeprecateRelease,
  registerUndeprecateRelease,
  registerDeleteRelease,
  registerHoldRelease,
  registerRescanRelease,
  registerReviewRelease,
  registerApproveRelease,
  registerRejectRelease,
  registerListHeldFiles,
  registerReviewFile,
  registerApproveHeldFile,
  registerRejectHeldFile,
  registerPromoteRelease,
  registerListArtifacts,
  registerUploadArtifact,
  registerDownloadArtifact,
  registerListFindings,
  registerUpdateFinding,
  registerListTrustedPublishers,
  registerCreateTrustedPublisher,
  registerDeleteTrustedPublisher,
  registerListAudit,
  registerAdminUsers,
  registerPersonalData,
  registerAdminHealth,
  registerQuotas,
  registerListJobs,
  registerRetryJob,
  registerStartReindex,
  registerStartCleanup,
  registerShowJob,
  registerCancelJob,
  registerRecoverStaleJobs,
];

/** Registers the routes of the document: health, `/v1` and the chess service. */
export async function registerManagement(
  app: FastifyInstance,
  services: Services,
  sendPage?: SendMissing,
): Promise<void> {
  await app.register(async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();
    routes.setValidatorCompiler(validatorCompiler);
    routes.setSerializerCompiler(serializerCompiler);
    registerProblems(scope, services.config.http.publicUrl, sendPage);
    await registerOpenApi(routes, services);
    await registerChess(routes, services);
    await routes.register(async (management: Routes) => {
      boundParsedBodies(management, 'v1.json');
      readJsonBodies(management);
      registerActor(management, services.authenticator);
      registerDeprecation(management);
      registerCursors(management, jwtSecretsOf(services.config.secrets));
      registerIdempotency(management, services);
      registerConditional(management, services);
      for (const register of operations) register(management, services);
    });
  });
}
