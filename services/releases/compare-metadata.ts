import type { FoundRelease } from './get.ts';
import { answerLimits } from '../../domain/limits/answers.ts';

/** The members of a publication that the comparison shows. */
export const comparedFacts = ['license', 'description', 'homepage', 'source', 'keywords'] as const;

/** One metadata value of a version; null when it has none. */
export interface ComparedFact {
  /** One of {@link comparedFacts}, or a requirement in the terms of its protocol. */
  fact: { kind: (typeof comparedFacts)[number] } | { kind: 'requirement'; name: string };
  before: string | null;
  after: string | null;
}

const mostRequirements = answerLimits['compared requirements'].count;

/** The metadata values of two versions, equal or not; values that both lack are omitted. */
export function compareMetadata(before: FoundRelease, after: FoundRelease): ComparedFact[] {
  const [a, b] = [statedBy(before), statedBy(after)];
  const facts = comparedFacts.map((kind) => ({ fact: { kind }, before: a[kind], after: b[kind] }));
  return [...facts, ...compareRequirements(before, after)].filter((each) => each.before ?? each.after);
}

function statedBy({ release: { publication } }: FoundRelease) {
  const { license, description, homepage, repositoryUrl, keywords = [] } = publication ?? {};
  return {
    license: license ?? null,
    description: description ?? null,
    homepage: homepage ?? null,
    source: repositoryUrl ?? null,
    keywords: keywords.length === 0 ? null : keywords.join(', '),
  };
}

function compareRequirements(before: FoundRelease, after: FoundRelease): ComparedFact[] {
  const [a, b] = [before, after].map(
    ({ ecosystem, release }) =>
      new Map(Object.entries(ecosystem.requirements(release.publication?.metadata))),
  );
  const names = [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].slice(0, mostRequirements);
  return names.map((name) => ({
    fact: { kind: 'requirement', name },
    before: a?.get(name) ?? null,
    after: b?.get(name) ?? null,
  }));
}
