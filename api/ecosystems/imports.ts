import type { Imports } from '../../ecosystems/context/imports.ts';
import { beginImport } from '../../services/imports/begin.ts';
import { cancelImport, showImport } from '../../services/imports/follow.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Repositories of others, bound to one ecosystem. */
export function bindImports({ deps, ecosystem }: BoundEcosystem): Imports {
  return {
    begin: (caller, wanted) => beginImport(deps.imports, caller, ecosystem, wanted),
    show: (caller, name, jobId) => showImport(deps.imports, caller, ecosystem, { name, jobId }),
    cancel: (caller, name, jobId) => cancelImport(deps.imports, caller, ecosystem, { name, jobId }),
  };
}
