import type { Platform } from '#contract/social/social.ts'
import { instantOf, wallClock } from '#web/format/time.ts'
import { type Composer, captionFor } from '../compose/composer-form.ts'
import { changesOf } from './merge-edit.ts'

/** A single post's fields, which a series has too but for the date. */
export type PostForm = Pick<Composer, 'files' | 'caption' | 'title' | 'firstComment' | 'date' | 'time'>

/** What was changed in an edit of a recurring post, kept while its scope changes. */
export type Carried = {
  /** The text of the post's own network. */
  text?: string | undefined
  /** The rest; the time is by the clock of the post's form. */
  fields: Partial<Composer>
  /** A file is on its way to the form that is shown. */
  isUploading?: boolean
}

/** The post that an edit began at, and the clocks of its form and of its series. */
export type CarriedPost = { platform: Platform; date: string; zone: string; seriesZone: string }

function clockIn(time: string, date: string, from: string, to: string): string {
  if (from === to) return time
  return wallClock(instantOf(date, time, from) ?? '', to)?.time ?? time
}

export function toPostForm(start: PostForm, { text, fields }: Carried): PostForm {
  return {
    files: fields.files ?? start.files,
    caption: text ?? start.caption,
    title: fields.title ?? start.title,
    firstComment: fields.firstComment ?? start.firstComment,
    date: fields.date ?? start.date,
    time: fields.time ?? start.time,
  }
}

export function fromPostForm(form: PostForm, start: PostForm, { fields }: Carried): Carried {
  const { files: _, title: _t, firstComment: _c, date: _d, time: _h, ...seriesOnly } = fields
  const { caption, ...changes } = changesOf(form, start)
  return { text: caption, fields: { ...seriesOnly, ...changes } }
}

/** A text of the network's own takes the post's text, else the text for all networks does. */
export function toSeriesForm(start: Composer, { text, fields }: Carried, post: CarriedPost): Composer {
  const { platform, date, zone, seriesZone } = post
  const form = { ...start, ...fields, date: start.date }
  if (fields.time) form.time = clockIn(fields.time, fields.date || date, zone, seriesZone)
  if (fields.files?.length) form.textOnly = false
  if (form.captions[platform] === undefined) return { ...form, caption: text ?? start.caption }
  const own = text ?? start.captions[platform] ?? form.captions[platform]
  return { ...form, captions: { ...form.captions, [platform]: own } }
}

export function fromSeriesForm(
  form: Composer,
  start: Composer,
  { fields }: Carried,
  post: CarriedPost,
): Carried {
  const { platform, date, zone, seriesZone } = post
  const text = captionFor(form, platform)
  const changes = changesOf(form, start)
  const day = fields.date || date
  if (changes.time) changes.time = clockIn(changes.time, day, seriesZone, zone)
  return {
    text: text === captionFor(start, platform) ? undefined : text,
    fields: { ...changes, ...(fields.date && { date: fields.date }) },
  }
}
