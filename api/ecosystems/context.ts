import type { RouteContext } from '../../ecosystems/context/context.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Services } from '../../services/index.ts';
import { createCallers, createTokens } from './callers.ts';
import { createDocumentAnswers } from './documents.ts';
import { createFileAnswers } from './files.ts';
import { createAdvisoryAnswers } from './send-advisories.ts';
import { createSendArtifact } from './send-artifact.ts';
import { withSending } from './send-part.ts';
import { clientError } from './client-error.ts';

/** The context of an ecosystem's routes: its services, with methods that read requests and send answers. */
export function createRouteContext(services: Services, id: EcosystemId): RouteContext {
  const bound = services.forEcosystem(id);
  const { config } = services;
  const { staging } = bound;
  const sendArtifact = createSendArtifact(services.files.open);
  return {
    ...bound,
    baseUrl: config.http.publicUrl,
    listsFolders: config.http.listsFolders,
    accounts: services.accounts,
    toDomainError: (error, request) => clientError(config.auth, error, request),
    callers: createCallers(services, bound),
    protocolTokens: createTokens(bound),
    files: createFileAnswers(bound.files, sendArtifact),
    parts: withSending(bound.parts, sendArtifact),
    documents: createDocumentAnswers(bound.documents),
    advisories: createAdvisoryAnswers(bound.advisories),
    staging: {
      ...staging,
      releases: {
        ...staging.releases,
        async send(caller, reply, name, version) {
          return sendArtifact(reply, await staging.releases.getArtifact(caller, name, version), false);
        },
      },
    },
  };
}
