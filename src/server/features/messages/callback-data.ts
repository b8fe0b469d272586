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

/** The message and try that callback data names; undefined where it is not of our making. */
export function readCallbackData(
  tag: string,
  text: string | undefined,
): { id: number; attempt: number } | undefined {
  const parts = text === undefined ? null : form.exec(text)
  if (parts?.[1] !== tag) return undefined
  return { id: Number(parts[2]), attempt: Number(parts[3]) }
}

const tags = new Map<string, string>()

/** The tag of this install, the same in all of its processes. */
export function installTag(app: App): string {
  const secret = app.settings.jwtSecret
  let tag = tags.get(secret)
  if (tag === undefined) {
    tag = createHash('sha256').update(`callback data of ${secret}`).digest('hex').slice(0, 8)
    tags.set(secret, tag)
  }
  return tag
}
