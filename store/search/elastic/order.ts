import type { estypes } from '@elastic/elasticsearch';
import { cursorOfAnotherOrder, type Position } from '../../../domain/paging.ts';
import type { SearchSort } from '../search.ts';

interface Column {
  field: string;
  isDescending?: boolean;
  wellFormed: RegExp;
  /** Part of a position, so that times are not mistaken for counts. */
  unit?: string;
}

const number = /^\d{1,15}$/;
const byName: Column[] = [
  { field: 'name_key', wellFormed: /^/ },
  { field: 'package_id', wellFormed: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/ },
];
const byDownloads: Column[] = [
  { field: 'download_count', isDescending: true, wellFormed: number },
  ...byName,
];
const columnsOf: Record<SearchSort, Column[]> = {
  relevance: [{ field: '_score', isDescending: true, wellFormed: /^\d$/ }, ...byDownloads],
  downloads: byDownloads,
  updated: [{ field: 'updated_at', isDescending: true, wellFormed: /^\d{1,17}us$/, unit: 'us' }, ...byName],
  name: byName,
};

/** The order of a list and its positions, equal to those of the embedded search. */
interface Order {
  sort: estypes.SortCombinations[];
  /** @throws DomainError `validation_failed` for a position of another order */
  behind(position: Position): estypes.SortResults;
  positionOf(values: estypes.SortResults): Position;
}

export function orderBy(sort: SearchSort): Order {
  const columns = columnsOf[sort];
  return {
    sort: columns.map(({ field, isDescending }) => ({ [field]: { order: isDescending ? 'desc' : 'asc' } })),
    behind(position) {
      const isOfThisOrder =
        position.length === columns.length &&
        columns.every(({ wellFormed }, place) => wellFormed.test(position[place] ?? ''));
      if (!isOfThisOrder) throw cursorOfAnotherOrder();
      return columns.map(({ isDescending, unit = '' }, place) => {
        const text = position[place] ?? '';
        return isDescending ? Number(text.slice(0, text.length - unit.length)) : text;
      });
    },
    positionOf: (values) => columns.map(({ unit = '' }, place) => `${String(values[place])}${unit}`),
  };
}
