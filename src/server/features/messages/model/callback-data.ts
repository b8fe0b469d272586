import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'

/**
 * What every request carries in `biz_opaque_callback_data`, and every status brings back: our id of the message
 * and the number of the try. The tag is this install's: a status of a message that another program sent from the
 * same number never takes one of ours for its own.
 */
export function callbackData(tag: string, id: number, attempt: number): string {
  return `${tag}.${id}.${attempt}`
}

const form = /^([0-9a-f]{8})\.(\d{1,15})\.(\d{1,5})$/

/**
 * The message and try that callback data names; undefined where it is not of our making.
 * @param tags every tag that this install has written.
 */
export function readCallbackData(
  tags: ReadonlySet<string>,
  text: string | undefined,
): { id: number; attempt: number } | undefined {
  const parts = text === undefined ? null : form.exec(text)
  if (!parts?.[1] || !tags.has(parts[1])) return undefined
  return { id: Number(parts[2]), attempt: Number(parts[3]) }
}

const tags = new Map<string, string>()

/** The tag that this install writes now, the same in all of its processes. */
export function installTag(app: App): string {
  const secret = app.settings.jwtSecret
  let tag = tags.get(secret)
  if (tag === undefined) {
    tag = createHash('sha256').update(`callback data of ${secret}`).digest('hex').slice(0, 8)
    tags.set(secret, tag)
  }
  return tag
}

/** Read by this process so far; by the one object that all Apps of a process share. */
const known = new WeakMap<App['pool'], { tags: Set<string>; readAt: number }>()
/** Another process may have begun to write with another secret. */
const readAgainMs = 60_000

/**
 * Every tag that this install has written, also with a secret that it no longer has: messages that left with it are
 * reported for days.
 */
export async function installTags(app: App): Promise<ReadonlySet<string>> {
  const kept = known.get(app.pool)
  if (kept && performance.now() - kept.readAt < readAgainMs && kept.tags.has(installTag(app)))
    return kept.tags
  const rows = await app.db.selectFrom('callback_tags').select('tag').execute()
  const found = { tags: new Set([installTag(app), ...rows.map(({ tag }) => tag)]), readAt: performance.now() }
  known.set(app.pool, found)
  return found.tags
}

const registered = new WeakMap<App['pool'], Set<string>>()

/** Keeps the tag before the first message leaves with it. */
export async function registerTag(app: App): Promise<void> {
  const tag = installTag(app)
  const done = registered.get(app.pool) ?? new Set()
  registered.set(app.pool, done)
  if (done.has(tag)) return
  await app.db
    .insertInto('callback_tags')
    .values({ tag })
    .onConflict((same) => same.doNothing())
    .execute()
  done.add(tag)
}
