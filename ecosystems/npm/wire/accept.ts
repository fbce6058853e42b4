import Negotiator from 'negotiator';
import { abbreviatedType, type Form } from '../format/documents.ts';

const types = [abbreviatedType, 'application/json'];

/** RFC 9110 12.5.1: the short form only for clients that name its type and do not prefer the full form. */
export function formFor(accept: string | undefined): Form {
  if (accept === undefined || !accept.includes(abbreviatedType)) return 'full';
  const [preferred] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  return preferred === abbreviatedType ? 'abbreviated' : 'full';
}
