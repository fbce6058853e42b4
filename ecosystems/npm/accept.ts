import { abbreviatedType, type Form } from './documents.ts';

/** RFC 9110 12.5.1, as far as it decides between the two forms: the short one only when it is asked for by name. */
export function formFor(accept: string | undefined): Form {
  if (accept === undefined || !accept.includes(abbreviatedType)) return 'full';
  const short = qualityOf(accept, abbreviatedType) ?? 0;
  const full = qualityOf(accept, 'application/json') ?? 0;
  return short > 0 && short >= full ? 'abbreviated' : 'full';
}

function qualityOf(accept: string, type: string): number | undefined {
  for (const part of accept.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return undefined;
}
