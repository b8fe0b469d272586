import { type RawBuilder, sql } from 'kysely'

/**
 * Names the server, its timeline, the database and our table in it. A promoted standby has another timeline, a restored
 * dump another table. A server that may lose commits in a crash is another one after each start.
 */
export const databaseIdentity: RawBuilder<string> = sql`concat_ws('/',
  (select system_identifier from pg_control_system()), substring(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
  (select oid from pg_database where datname = current_database()), 'database_guard'::regclass::oid,
  case when 'off' in (current_setting('synchronous_commit'), current_setting('fsync'))
    then extract(epoch from pg_postmaster_start_time()) end)`

/**
 * One row where the database is the one that the last check was about, none where it is not: for \`with\`. Holds for the
 * statement that it is part of. By itself, because a cluster asks its first node for it, and the others for the rest.
 */
export const steady: RawBuilder<unknown> = sql`steady as materialized (
  select true as is_steady from database_guard where state = 'steady' and identity = ${databaseIdentity})`
