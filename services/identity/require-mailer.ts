import { notFound } from '../../domain/errors.ts';

/** What needs mails is not there where none are sent. @throws DomainError `not_found` */
export function requireMailer({ mail }: { readonly mail: object | null }): void {
  if (mail === null) throw notFound('mail server');
}
