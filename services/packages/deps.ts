import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import type { AfterChangeDeps } from './after-change.ts';
import type { FindDeps } from './find.ts';

/** What changes of packages and their releases are made with. */
export interface ChangeDeps extends FindDeps, AfterChangeDeps {
  catalog: Catalog;
}
