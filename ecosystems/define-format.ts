import { noHints } from '../domain/bundle-analysis.ts';
import { isTagName } from '../domain/tag-name.ts';
import type { Essentials, Format } from './format.ts';
import type { Names, Namespaces, Traits, Versions } from './traits.ts';

/** The namespaces of an ecosystem's definition, if it has any. */
type GivenNamespaces = Pick<Namespaces, 'of' | 'prefixes'> & Partial<Namespaces>;

/** The definition of an ecosystem: all required members, and the traits in which it differs from most. */
export type FormatDefinition = Essentials &
  Partial<Omit<Traits, 'namespaces'>> & { readonly namespaces?: GivenNamespaces };

const exactNames: Omit<Names, 'canonical'> = { mayRespell: (existing, raw) => existing === raw };

const plainVersions: Pick<Versions, 'isLocal'> = { isLocal: () => false };

const noNamespaces: Namespaces = {
  of: () => [],
  prefixes: () => [],
  shared: () => null,
  claims: 'on-publish',
  domains: () => [],
};

/** The only implementation of the defaults that {@link Traits} documents. */
export const defaultTraits: Omit<Traits, 'purlType'> = {
  osvName: null,
  rootPrefixes: [],
  namespaces: noNamespaces,
  isTagName,
  fileFor: () => null,
  variants: null,
  isDownload: () => true,
  parts: null,
  assertFits: () => undefined,
  rendersFrom: 'every release',
  deletedVersions: 'reserved',
  closedWhile: [],
  laterFiles: 'at any time',
  otherIndex: null,
  ofGit: null,
  signedText: null,
  nativeMessage: null,
  wideDocuments: [],
  releaseDetails: () => ({}),
  bundle: () => noHints,
  requirements: () => ({}),
  readmeType: () => 'markdown',
};

/** Makes a format; traits that the definition omits get their defaults. */
export function defineFormat(definition: FormatDefinition): Format {
  const { id, names, versions, namespaces } = definition;
  return {
    purlType: id,
    ...defaultTraits,
    ...definition,
    mount: `/${id}`,
    names: { ...exactNames, ...names },
    versions: { ...plainVersions, ...versions },
    namespaces: { ...noNamespaces, ...namespaces },
  };
}
