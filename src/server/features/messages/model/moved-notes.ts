import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { businessChannel, type Notes } from '#server/platform/notify.ts'
import { messagesChannel } from './job-names.ts'

/** As often as a screen can show a change. Each note takes a lock that all commits with notes share. */
const gatherMs = 250

type Gathering = { moved: Map<string, number>; timer: NodeJS.Timeout | undefined }

/** By the one object that all Apps of a process share, transactions included. */
const gatherings = new WeakMap<Notes, Gathering>()

/**
 * Tells the screens that messages of a campaign (null: single sends) moved, soon and many changes at once. May be
 * called before the change commits: a note that comes too early is followed by the next change's.
 */
export function noteMoved(app: App, businessId: number, campaignId: number | null): void {
  let gathering = gatherings.get(app.notes)
  if (!gathering) {
    gathering = { moved: new Map(), timer: undefined }
    gatherings.set(app.notes, gathering)
  }
  const own = gathering
  own.moved.set(`${businessId}:${campaignId ?? ''}`, businessId)
  own.timer ??= setTimeout(() => {
    own.timer = undefined
    const channels = [...own.moved.values()].map((id) => businessChannel(messagesChannel, id))
    const keys = [...own.moved.keys()]
    own.moved.clear()
    app.pool
      .query('select pg_notify(channel, key) from unnest($1::text[], $2::text[]) as n (channel, key)', [
        channels,
        keys,
      ])
      .catch((error: unknown) => app.log.debug({ err: error }, 'a note about moved messages was lost'))
  }, gatherMs).unref()
}

/** Tells at once that single sends were settled: somebody waits for the answer. */
export async function noteSingles(app: App, ids: readonly number[]): Promise<void> {
  await sql`select pg_notify('single_sends', id) from unnest(${ids.map(String)}::text[]) as id`.execute(
    app.db,
  )
}
