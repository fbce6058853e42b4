import { sql } from '../pool.ts';

/** Whether a release, or a file that joins one, was uploaded with the token of the row and is not visible yet. */
export const hasWorkUnderWay = sql.fragment`(
  tokens.id in (
    select release_uploaders.token_id from release_uploaders
    join releases on releases.id = release_uploaders.release_id
    where releases.state in ('quarantine', 'scanning') and release_uploaders.token_id is not null)
  or tokens.id::text in (
    select uploads.actor ->> 'tokenId' from uploads
    where uploads.actor ->> 'tokenId' is not null
      and (exists (select from staged_files where staged_files.upload_id = uploads.id)
        or exists (select from releases
          where releases.upload_id = uploads.id and releases.state in ('quarantine', 'scanning')))))`;
