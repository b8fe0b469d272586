import { type Kysely, sql } from 'kysely'

/**
 * Which calls to these hooks are due, of one business after the other: where tables are distributed, what is first of
 * each address is found on one node.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function due_hook_deliveries(endpoints uuid[], as_of timestamptz, together int, most int)
    returns table (of_business bigint, delivery bigint, due_at timestamptz)
    language plpgsql stable rows 16 as $body$ begin
      for of_business in select distinct p.business_id from hook_endpoints p where p.id = any(endpoints) loop
        return query
          select d.business_id, d.id, d.next_at
          from hook_endpoints p cross join lateral (
            select count(*) as busy from hook_deliveries b
            where b.endpoint_id = p.id and b.business_id = of_business
              and b.state = 'waiting' and b.claimed_until > as_of
          ) under_way cross join lateral (
            select w.business_id, w.id, w.next_at from hook_deliveries w
            where w.endpoint_id = p.id and w.business_id = of_business
              and w.state = 'waiting' and w.next_at <= as_of and (w.claimed_until is null or w.claimed_until <= as_of)
            order by w.next_at
            limit greatest(0, case when p.failing_since is null then together else 1 end - under_way.busy)
          ) d
          where p.business_id = of_business and p.id = any(endpoints)
          order by d.next_at limit most;
      end loop;
    end $body$`.execute(db)
  await sql`
    create function next_hook_delivery(endpoints uuid[]) returns timestamptz language plpgsql stable as $body$
    declare
      of_business bigint;
      theirs timestamptz;
      soonest timestamptz;
    begin
      for of_business in select distinct p.business_id from hook_endpoints p where p.id = any(endpoints) loop
        select min(d.due_at) into theirs from hook_endpoints p cross join lateral (
          select greatest(w.next_at, w.claimed_until) as due_at from hook_deliveries w
          where w.endpoint_id = p.id and w.business_id = of_business
            and w.state = 'waiting'
          order by w.next_at limit 1
        ) d where p.business_id = of_business and p.id = any(endpoints);
        soonest := least(soonest, theirs);
      end loop;
      return soonest;
    end $body$`.execute(db)
}
