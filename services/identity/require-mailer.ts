import { notFound } from '../../domain/errors.ts';

/** Operations that need mails are missing without a mailer. @throws DomainError `not_found` */
export function requireMailer({ mail }: { readonly mail: object | null }): void {
  if (mail === null) throw notFound('mail server');
}
