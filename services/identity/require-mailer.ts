import { notFound } from '../../domain/errors.ts';

/** Refuses operations that need a mailer. @throws DomainError `not_found` without a mailer */
export function requireMailer({ mail }: { readonly mail: object | null }): void {
  if (mail === null) throw notFound('mail server');
}
