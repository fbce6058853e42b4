import { publishesIn } from './access.ts';
import type { UserActor } from './actor.ts';
import { forbidden } from './errors.ts';

/** Whom a namespace is named after; both null while nobody is called that. */
export interface NamespaceHolder {
  userId: string | null;
  organizationId: string | null;
}

/** A name that begins with somebody's own is for them to give; others are free. */
export function mayClaim({ userId, organizationId }: NamespaceHolder, actor: UserActor): boolean {
  if (userId === null && organizationId === null) return true;
  if (userId === actor.userId) return true;
  return organizationId !== null && publishesIn(actor, organizationId);
}

/** @throws DomainError `forbidden` */
export function assertMayClaim(namespace: string, holder: NamespaceHolder, actor: UserActor): void {
  if (mayClaim(holder, actor)) return;
  throw forbidden(`the namespace ${namespace} belongs to somebody else: you may not create packages in it`);
}
