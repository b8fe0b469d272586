import { type Kysely, sql } from 'kysely'
import { lockPatiently } from './patient-lock.ts'

/**
 * Stored webhooks in partitions by week, which are dropped when they are old. A week has the ids from week * 2^36 on. The
 * table of before becomes the first partition, and is not read for it: `checks.ts` has validated its ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await lockPatiently(db, 'webhook_events')
  const { rows } = await sql<{ last: string; called: boolean }>`
    select last_value::text as last, is_called as called from webhook_events_id_seq`.execute(db)
  await sql`alter table webhook_events rename to webhook_events_before`.execute(db)
  for (const name of ['pkey', 'business', 'failed']) {
    await sql`alter index ${sql.ref(`webhook_events_${name}`)} rename to ${sql.ref(`webhook_events_before_${name}`)}`.execute(
      db,
    )
  }
  await sql`alter table webhook_events_before alter column id drop identity`.execute(db)
  await ids(db)
  await sql`
    create table webhook_events (like webhook_events_before including defaults including constraints)
    partition by range (id)`.execute(db)
  await sql`
    alter table webhook_events drop constraint if exists webhook_events_before_weeks, add primary key (id),
      alter column id set default webhook_id()`.execute(db)
  await sql`create index webhook_events_business on webhook_events (business_id, id desc)`.execute(db)
  await sql`create index webhook_events_failed on webhook_events (received_at) where problem = 'not_applied'`.execute(
    db,
  )
  await sql`
    alter table webhook_events attach partition webhook_events_before
    for values from (minvalue) to (140737488355328)`.execute(db)
  await sql`alter table webhook_events_before drop constraint if exists webhook_events_before_weeks`.execute(
    db,
  )
  await sql`alter sequence webhook_events_id_seq owned by webhook_events.id`.execute(db)
  await sql`select setval('webhook_events_id_seq', ${rows[0]!.last}::bigint, ${rows[0]!.called})`.execute(db)
  // The version before deletes a business by ctid, which is unique only within one partition.
  await sql`
    create function refuse_rows_by_place() returns trigger language plpgsql as $$
    begin
      raise exception 'a later version of Tidings deletes this: stop the processes of the version before';
    end $$`.execute(db)
  await sql`
    create trigger webhook_events_by_place before delete on webhook_events for each statement
    when (current_setting('tidings.erasing', true) = 'on') execute function refuse_rows_by_place()`.execute(
    db,
  )
  await listing(db)
  await making(db)
  await dropping(db)
  await sql`select make_webhook_weeks()`.execute(db)
}

async function ids(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence webhook_events_id_seq`.execute(db)
  // Weeks since 1970, from Monday 0:00 UTC on.
  await sql`
    create function webhook_week(at timestamptz) returns bigint language sql stable parallel safe as
    'select floor((extract(epoch from at) + 259200) / 604800)::bigint'`.execute(db)
  // Of the transaction's time, so that ids of one insert ascend. The sequence never begins again: no id is given twice.
  await sql`
    create function webhook_id() returns bigint language sql volatile as
    'select public.webhook_week(pg_catalog.now()) * 68719476736 + nextval(''public.webhook_events_id_seq'') % 68719476736'`.execute(
    db,
  )
}

/** The partitions: from which id on, and below which one. */
async function listing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function webhook_weeks() returns table (name text, low bigint, high bigint) language sql stable as $$
      select c.relname::text, coalesce(substring(bound from 'FROM [(]''?([0-9]+)')::bigint, 0),
        substring(bound from 'TO [(]''?([0-9]+)')::bigint
      from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
        cross join pg_catalog.pg_get_expr(c.relpartbound, c.oid) bound
      where i.inhparent = 'public.webhook_events'::regclass and not i.inhdetachpending
    $$`.execute(db)
}

/** Only the owner of a table makes and drops its partitions, and the product owns none. */
const asOwner = sql.raw(`language plpgsql security definer set search_path = pg_catalog, pg_temp`)

/** Makes partitions until the fourth week from now, of so many weeks each. @returns how many. */
async function making(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function make_webhook_weeks(weeks integer default 1) returns integer ${asOwner} set lock_timeout = '3s' as $$
    declare
      size constant bigint := 68719476736;
      this constant bigint := public.webhook_week(now());
      due bigint := this;
      until bigint;
      made integer := 0;
      name text;
      kept record;
    begin
      if not has_table_privilege(session_user, 'public.webhook_events', 'insert') then
        raise insufficient_privilege using message = 'this is for who stores webhooks';
      end if;
      perform pg_advisory_xact_lock(4417027);
      while due <= this + 4 loop
        select high / size into until from public.webhook_weeks() where low <= due * size and due * size < high;
        if found then
          due := until;
          continue;
        end if;
        select least(due + weeks, min(low) / size) into until from public.webhook_weeks() where low > due * size;
        name := 'webhook_events_' || to_char(to_timestamp(due * 604800 - 259200) at time zone 'utc', 'YYYY_MM_DD');
        -- A week that somebody detached may have kept its name.
        while to_regclass(format('public.%I', name)) is not null loop
          name := name || '_2';
        end loop;
        -- Made beside and then attached: neither inserts nor queries wait.
        execute format('create table public.%I (like public.webhook_events including defaults including constraints
          including indexes) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
          autovacuum_analyze_scale_factor = 0.02)', name);
        for kept in select a.grantee, a.privilege_type from pg_class c cross join aclexplode(c.relacl) a
          where c.oid = 'public.webhook_events'::regclass and a.grantee not in (0, c.relowner) loop
          execute format('grant %s on public.%I to %s', kept.privilege_type, name, kept.grantee::regrole);
        end loop;
        execute format('alter table public.webhook_events attach partition public.%I for values from (%s) to (%s)',
          name, due * size, until * size);
        made := made + 1;
        due := until;
      end loop;
      return made;
    end $$`.execute(db)
}

/**
 * Drops a partition of the past, unless a row is younger, waits or failed. Its writers wait from the count on, those of
 * others for the drop alone.
 * @returns what it had; no row where it stays.
 */
async function dropping(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function drop_webhook_week(week text, before timestamptz) returns table (removed bigint, bytes bigint)
    ${asOwner} set lock_timeout = '3s' as $$
    declare
      bounds record;
      stays boolean;
    begin
      if not has_table_privilege(session_user, 'public.webhook_events', 'delete') then
        raise insufficient_privilege using message = 'this is for who deletes webhooks';
      end if;
      perform pg_advisory_xact_lock(4417028);
      select * into bounds from public.webhook_weeks() w where w.name = week;
      if not found or bounds.high > public.webhook_week(now()) * 68719476736 then
        return;
      end if;
      execute format('lock table public.%I in share row exclusive mode', week);
      execute format('select count(*), coalesce(sum(octet_length(body)), 0),
        coalesce(bool_or(received_at >= $1 or problem is not distinct from ''not_applied''), false) from public.%I', week)
        into removed, bytes, stays using before;
      if stays then
        return;
      end if;
      set local lock_timeout = '500ms';
      lock table only public.webhook_events in access exclusive mode;
      -- Webhooks are queued again by statements that read this table: none is under way.
      if exists (select from public.webhook_queue where id >= bounds.low and id < bounds.high) then
        return;
      end if;
      execute format('drop table public.%I', week);
      return next;
    end $$`.execute(db)
}
