import { sql } from 'kysely'
import type { Platform, PostFormat } from '#contract/social/networks.ts'
import type { PublicationState } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { claimMs } from './times.ts'

/** A publication that this process works on. */
export type Claimed = {
  business_id: number
  id: number
  post_id: number
  account_id: number
  platform: Platform
  format: PostFormat
  state: PublicationState
  due_at: Date
  claim: string
  attempts: number
  steps: unknown
  marker: string
  publish_sent_at: Date | null
  external_post_id: string | null
  permalink: string | null
  first_comment_state: string | null
  reason: string | null
}

/** Claims are made one after another, so that two processes cannot take two posts of one account. */
const claimLock = 73_300_001
/** More due posts than are looked at in one turn are left for the next. */
const mostCandidates = 2_000

/** A business that is to be deleted publishes nothing new; taken back, its late posts wait for the owner's word. */
const stays = sql`p.business_id <> all(array(
  select business_id from business_deletions where taken_back_at is null and finished_at is null))`
const isMoving = sql`state in ('uploading', 'container_created', 'finished', 'publishing')`
const commentIsDue = sql`state = 'posted' and first_comment_state in ('waiting', 'sending')`

/**
 * Claims what can be worked on now: at most one publication of an account at a time, businesses in turn, what was begun
 * before what was not. The same content does not go to an account that is still being asked for it.
 */
export async function claimPublications(
  app: App,
  slots: { all: number; videos: number },
): Promise<Claimed[]> {
  const now = app.now()
  return await app.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(tx.db)
    const { rows } = await sql<Claimed>`
      with live as materialized (
        select business_id, account_id from social_publications where claim is not null and claimed_until > ${now}
      ), candidates as materialized (
        (select business_id, id, account_id, state, due_at, format, 1 as rank from social_publications p
          where state = 'scheduled' and deleted_at is null and due_at <= ${now}
            and (claimed_until is null or claimed_until <= ${now})
            and ${stays}
            and not exists (select from social_publications twin where twin.business_id = p.business_id
              and twin.account_id = p.account_id and twin.content_hash = p.content_hash and twin.state = 'publishing')
          order by due_at limit ${mostCandidates})
        union all
        (select business_id, id, account_id, state, claimed_until, format, 0 from social_publications
          where ${isMoving} and claimed_until <= ${now} order by claimed_until limit ${mostCandidates})
        union all
        (select business_id, id, account_id, state, claimed_until, 'text', 0 from social_publications
          where ${commentIsDue} and claimed_until <= ${now} order by claimed_until limit ${mostCandidates})
      ), first_of_account as (
        select distinct on (business_id, account_id) * from candidates c
        where not exists (select from live where live.business_id = c.business_id and live.account_id = c.account_id)
        order by business_id, account_id, rank, due_at, id
      ), in_turn as (
        select f.*, format in ('video', 'reel', 'short') as heavy,
          row_number() over (partition by business_id order by rank, due_at, id)
            + (select count(*) from live where live.business_id = f.business_id) as turn
        from first_of_account f
      ), picked as (
        select * from (
          select *, row_number() over (partition by heavy order by turn, due_at, id) as place from in_turn
        ) as placed
        where not heavy or place <= ${slots.videos}
        order by turn, due_at, id limit ${slots.all}
      ), claims as materialized (select business_id, id, state, gen_random_uuid() as claim from picked)
      update social_publications p
      set claim = c.claim, claimed_until = ${new Date(now.getTime() + claimMs)}
      from claims c
      where p.business_id = c.business_id and p.id = c.id and p.state = c.state
        and (p.claimed_until is null or p.claimed_until <= ${now})
        and (p.state <> 'scheduled' or (p.due_at <= ${now} and p.deleted_at is null and ${stays}))
      returning p.*`.execute(tx.db)
    return rows
  })
}

/** When there is something to do next, within the next minutes; undefined: not soon. */
export async function nextWorkAt(app: App, withinMs: number): Promise<Date | undefined> {
  const soon = new Date(app.now().getTime() + withinMs)
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(greatest(due_at, claimed_until)) from social_publications p
        where state = 'scheduled' and deleted_at is null and due_at <= ${soon} and ${stays}),
      (select min(claimed_until) from social_publications where ${isMoving}),
      (select min(claimed_until) from social_publications where ${commentIsDue})
    ) as at`.execute(app.db)
  const at = rows[0]?.at
  return at && at <= soon ? at : undefined
}
