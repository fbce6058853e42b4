import { z } from 'zod';
import { endReasons, results } from '../../../../chess/outcome.ts';
import { unixSeconds } from '../../../../chess/present.ts';
import type { ListedArchive, Storage } from '../../../../store/postgres/chess/game-archives.ts';

export const StorageStats = z.object({
  active_count: z.int(),
  archived_count: z.int(),
  active_bytes: z.int().describe('Start positions, tags and moves of running games, as text'),
  archive_bytes: z.int().describe('Packed games'),
  total_bytes: z.int(),
});
export type StorageStats = z.infer<typeof StorageStats>;

export const ArchiveSummary = z.object({
  game_id: z.string(),
  move_count: z.int().describe('Half-moves'),
  result: z.enum(results).nullable(),
  end_reason: z.enum(endReasons),
  start_timestamp: z.int().describe('Unix seconds'),
  end_timestamp: z.int(),
  compressed_bytes: z.int(),
  raw_bytes: z.int(),
});
export type ArchiveSummary = z.infer<typeof ArchiveSummary>;

export function presentStorage({
  activeCount,
  archivedCount,
  activeBytes,
  archiveBytes,
}: Storage): StorageStats {
  return {
    active_count: activeCount,
    archived_count: archivedCount,
    active_bytes: activeBytes,
    archive_bytes: archiveBytes,
    total_bytes: activeBytes + archiveBytes,
  };
}

export function presentArchived(game: ListedArchive): ArchiveSummary {
  return {
    game_id: game.id,
    move_count: game.moveCount,
    result: game.result,
    end_reason: game.endReason,
    start_timestamp: unixSeconds(game.startedAt),
    end_timestamp: unixSeconds(game.endedAt),
    compressed_bytes: game.compressedBytes,
    raw_bytes: game.rawBytes,
  };
}
