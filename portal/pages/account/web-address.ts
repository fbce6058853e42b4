import { type Form, invalidField } from '../../form.ts';

/** An address of the web, or null for an empty field. @throws DomainError `validation_failed` */
export function webAddress(form: Form, name: string): string | null {
  const given = form.optional(name, 2_000);
  if (given === undefined) return null;
  const { protocol } = URL.parse(given) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw invalidField(name, 'not_an_address', 'is no address that begins with https:// or http://');
  }
  return given;
}
