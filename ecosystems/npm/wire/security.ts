import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { registerAttestations } from './attestations.ts';
import { registerAudit } from './audit.ts';
import { registerKeys } from './keys.ts';
import { registerExchange } from './oidc.ts';
import { registerTrust } from './trust.ts';

/** Signatures, provenance, advisories, and builds that publish without a stored token. */
export function registerSecurityRoutes(app: FastifyInstance, context: RouteContext): void {
  registerKeys(app, context);
  registerAttestations(app, context);
  registerAudit(app, context);
  registerExchange(app, context);
  registerTrust(app, context);
}
