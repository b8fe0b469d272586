import { sql } from 'kysely'
import type { PublicationReason } from '#contract/social/reasons.ts'
import type { App } from '#server/app.ts'
import type { MovingState, Progress } from '#server/providers/social/publishing.ts'
import type { Claimed } from './claim.ts'
import { claimMs } from './times.ts'

/** Another process works on it, or the owner has decided: nothing more is done here. */
export class ClaimLost extends Error {}

/** A stored step that took longer may have outlived its claim. */
const longestStoreMs = 30_000

type Change = {
  state?: string
  steps?: Progress
  reason?: PublicationReason | null
  detail?: string | null
  publishSentAt?: Date | null
  externalPostId?: string
  permalink?: string | null
  privacy?: string | null
  postedAt?: Date
  insightsDueAt?: Date
  commentState?: string | null
  commentId?: string
  attempts?: number
  /** Ends the claim; the publication is looked at again then, or never. */
  releaseUntil?: Date | null
}

/** The stored steps of one claimed publication: each change holds only as long as the claim does. */
export type Journal = {
  row: Claimed
  progress: Progress
  change: (change: Change) => Promise<void>
  record: (state: MovingState, learned?: Progress) => Promise<void>
  renew: () => Promise<void>
}

export function openJournal(app: App, row: Claimed): Journal {
  const journal: Journal = {
    row,
    progress: { ...(row.steps as Progress | null) },
    async change(change) {
      const begun = performance.now()
      const isMoved = await store(app, row, change)
      if (!isMoved || performance.now() - begun > longestStoreMs) throw new ClaimLost()
      if (change.state) row.state = change.state as Claimed['state']
      if (change.reason !== undefined) row.reason = change.reason
      if (change.publishSentAt !== undefined) row.publish_sent_at = change.publishSentAt
      if (change.externalPostId) row.external_post_id = change.externalPostId
      if (change.attempts !== undefined) row.attempts = change.attempts
    },
    async record(state, learned = {}) {
      Object.assign(journal.progress, learned)
      await journal.change({ state, steps: journal.progress })
    },
    renew: () => journal.change({}),
  }
  return journal
}

/** States that wait for a person. */
const needsSomebody = new Set(['failed', 'unknown', 'awaiting_owner'])

/** One statement: the row under its claim, and the step where the state or the reason is another one. */
async function store(app: App, row: Claimed, change: Change): Promise<boolean> {
  const now = app.now()
  const { state = row.state, releaseUntil } = change
  const reason = change.reason === undefined ? row.reason : change.reason
  const isStep = state !== row.state || (reason !== row.reason && reason !== null)
  const container = change.steps?.containerId
  const set = {
    state,
    reason,
    ...(change.detail !== undefined && { detail: change.detail?.slice(0, 1_000) ?? null }),
    ...(state !== row.state && { state_at: now }),
    ...(change.steps && { steps: JSON.stringify(change.steps) }),
    ...(typeof container === 'string' && { container_id: container }),
    ...(change.publishSentAt !== undefined && { publish_sent_at: change.publishSentAt }),
    ...(change.externalPostId && { external_post_id: change.externalPostId }),
    ...(change.permalink !== undefined && { permalink: change.permalink }),
    ...(change.privacy !== undefined && { privacy: change.privacy }),
    ...(change.postedAt && { posted_at: change.postedAt }),
    ...(change.insightsDueAt && { insights_due_at: change.insightsDueAt }),
    ...(change.commentState !== undefined && { first_comment_state: change.commentState }),
    ...(change.commentId && { first_comment_id: change.commentId }),
    ...(change.attempts !== undefined && { attempts: change.attempts }),
    ...(releaseUntil === undefined
      ? { claimed_until: new Date(now.getTime() + claimMs) }
      : { claim: null, claimed_until: releaseUntil, retry_at: releaseUntil }),
  }
  const moved = await app.db
    .with('moved', (db) =>
      db
        .updateTable('social_publications')
        .set(set)
        .where('business_id', '=', row.business_id)
        .where('id', '=', row.id)
        .where('claim', '=', row.claim)
        .returning(['business_id', 'id']),
    )
    .with('noted', (db) =>
      db
        .insertInto('social_publication_steps')
        .columns(['business_id', 'publication_id', 'state', 'reason', 'detail', 'at'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([
              'business_id',
              'id',
              sql<string>`${state}::text`.as('state'),
              sql<string | null>`${reason}::text`.as('reason'),
              sql<string | null>`${change.detail?.slice(0, 1_000) ?? null}::text`.as('detail'),
              sql<Date>`${now}::timestamptz`.as('at'),
            ])
            .where(sql<boolean>`${isStep}`),
        ),
    )
    // Once for each post: its first end of this kind is mailed.
    .with('reported', (db) =>
      db
        .insertInto('social_post_notices')
        .columns(['business_id', 'publication_id', 'state', 'made_at'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([
              'business_id',
              'id',
              sql<string>`${state}::text`.as('state'),
              sql<Date>`${now}::timestamptz`.as('made_at'),
            ])
            .where(sql<boolean>`${needsSomebody.has(state)}`),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('moved')
    .select('id')
    .executeTakeFirst()
  return moved !== undefined
}
