import { DomainError } from '../../../domain/errors.ts';
import { normalise } from './name.ts';

/** PEP 708: the URL of the project's page with the same normalised name. @throws DomainError `validation_failed` */
export function otherIndex(raw: string, nameKey: string): string {
  const url = URL.parse(raw);
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isPage || url.username !== '' || url.password !== '') {
    throw refused(raw, 'no http address of a page');
  }
  const name = url.pathname.split('/').findLast((segment) => segment !== '') ?? '';
  if (normalise(name) !== nameKey) throw refused(raw, `not the page of ${nameKey}, which ends with its name`);
  return url.href;
}

function refused(url: string, what: string): DomainError {
  return new DomainError('validation_failed', `${url.slice(0, 300)} is ${what} (PEP 708)`);
}
