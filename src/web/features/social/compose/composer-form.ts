import type { Media } from '#contract/social/media.ts'
import type { Crop, PostContent, PostMedia, PostTarget } from '#contract/social/posts.ts'
import { formatRules, textRules } from '#contract/social/rules.ts'
import { type Platform, type PostFormat, platformNames, type SocialAccount } from '#contract/social/social.ts'
import { type TextProblem, textProblems } from '#contract/social/text-length.ts'
import { formatList } from '#web/format/list.ts'
import { instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { addDays } from '../scheduled/calendar-days.ts'

export type ComposerFile = {
  id: number
  alt: string
  focal: { x: number; y: number } | null
  crops: Partial<Record<Platform, Crop>>
}

/** All that a person has chosen and typed. Kept in this browser and, as a draft, on the server. */
export type Composer = {
  accounts: number[]
  files: ComposerFile[]
  /** Without a picture or video, where the networks take that. */
  textOnly: boolean
  caption: string
  /** Texts of their own for single networks. */
  captions: Partial<Record<Platform, string>>
  formats: Partial<Record<Platform, PostFormat>>
  firstComment: string
  link: string
  title: string
  privacy: 'public' | 'unlisted' | 'private'
  madeForKids: boolean
  tags: string
  scheduled: boolean
  when: 'time' | 'queue' | 'repeat'
  date: string
  time: string
  weekdays: number[]
  until: string
  draft: { id: number; revision: number } | null
}

export const blank: Composer = {
  accounts: [],
  files: [],
  textOnly: false,
  caption: '',
  captions: {},
  formats: {},
  firstComment: '',
  link: '',
  title: '',
  privacy: 'public',
  madeForKids: false,
  tags: '',
  scheduled: false,
  when: 'time',
  date: '',
  time: '',
  weekdays: [],
  until: '',
  draft: null,
}

/** Whether there is anything worth keeping. */
export const isStarted = ({ draft: _, ...form }: Composer): boolean =>
  form.caption !== '' ||
  form.files.length > 0 ||
  form.title !== '' ||
  form.link !== '' ||
  Object.keys(form.captions).length > 0

export const captionFor = (form: Composer, platform: Platform): string =>
  form.captions[platform] ?? form.caption

export const tagList = (form: Composer): string[] =>
  form.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

type Kinds = readonly Pick<Media, 'kind'>[]

/** Formats that a network offers for these files. */
export function formatsFor(platform: Platform, files: Kinds): PostFormat[] {
  const images = files.filter(({ kind }) => kind === 'image').length
  const videos = files.length - images
  const within = (count: number, [least, most]: readonly [number, number]) => count >= least && count <= most
  return (Object.entries(formatRules[platform]) as [PostFormat, (typeof formatRules)['facebook']['text']][])
    .filter(([format, rule]) => {
      if (!rule) return false
      if (format === 'carousel' && files.length < 2) return false
      if (format === 'story' && files.length !== 1) return false
      return within(images, rule.images) && within(videos, rule.videos)
    })
    .map(([format]) => format)
}

/** The format that the post has at a network: the chosen one where it fits the files, else the usual one. */
export function formatOf(form: Composer, platform: Platform, files: Kinds): PostFormat | undefined {
  const offered = formatsFor(platform, files)
  const chosen = form.formats[platform]
  if (chosen && offered.includes(chosen)) return chosen
  if (platform === 'instagram' && offered.includes('reel')) return 'reel'
  return offered[0]
}

export const platformsOf = (accounts: readonly SocialAccount[]): Platform[] => [
  ...new Set(accounts.map(({ platform }) => platform)),
]

export function wordProblems(form: Composer, platform: Platform, format: PostFormat): TextProblem[] {
  return textProblems(platform, format, {
    caption: captionFor(form, platform),
    first_comment: textRules[platform].firstComment && format !== 'story' ? form.firstComment : null,
    title: form.title,
    tags: tagList(form),
  })
}

export const scheduledTime = (form: Composer, zone: string): string | null =>
  form.date && form.time ? instantOf(form.date, form.time, zone) : null

export type Faults = Partial<
  Record<'accounts' | 'media' | 'caption' | 'time' | 'title' | 'weekdays' | 'until', string>
>

type At = { zone: string; now: Date }

/** Whether a weekly post has no coming day until its last one. */
function endsBefore({ until, weekdays, time }: Composer, { zone, now }: At): boolean {
  const today = wallClock(now, zone)?.date
  if (!until || !today) return false
  for (let day = today; day <= until && day < addDays(today, 8); day = addDays(day, 1)) {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
    const instant = time && instantOf(day, time, zone)
    if (weekdays.includes(weekday) && !(instant && Date.parse(instant) <= now.getTime())) return false
  }
  return true
}

/** The sentence above the button. */
export function faultSummary(faults: Faults, { date, accounts }: Composer): string | null {
  const { length } = Object.keys(faults)
  if (length === 0) return null
  const own = faults.until ?? (accounts.length > 0 ? faults.accounts : undefined) ?? (date && faults.time)
  return (length === 1 && own) || t('social.compose.fault.all')
}

/** What the specification requires before anything is sent. Of files that are not read yet nothing is said. */
export function faultsOf(
  form: Composer,
  accounts: readonly SocialAccount[],
  files: Kinds,
  at: At,
  scheduled: boolean,
): Faults {
  const faults: Faults = {}
  const platforms = platformsOf(accounts)
  if (accounts.length === 0) faults.accounts = t('social.compose.fault.accounts')
  const without = platforms.filter((platform) => formatOf(form, platform, files) === undefined)
  const isKnown = files.length === form.files.length
  if (form.files.length === 0 && !form.textOnly) faults.media = t('social.compose.fault.media')
  else if (isKnown && without.length > 0)
    faults.media = t(`social.compose.fault.${files.length === 0 ? 'noText' : 'wrongFiles'}`, {
      networks: formatList(without.map((platform) => platformNames[platform])),
    })
  const needsText = platforms.some(
    (platform) => formatOf(form, platform, files) !== 'story' && captionFor(form, platform).trim() === '',
  )
  if (needsText || (platforms.length === 0 && form.caption.trim() === ''))
    faults.caption = t('social.compose.fault.caption')
  if (platforms.includes('youtube') && form.title.trim() === '')
    faults.title = t('social.compose.fault.title')
  if (!scheduled || form.when === 'queue') return faults
  if (form.when === 'repeat') {
    if (form.weekdays.length === 0) faults.weekdays = t('social.compose.fault.weekdays')
    if (!form.time) faults.time = t('social.compose.fault.time')
    if (form.weekdays.length > 0 && endsBefore(form, at)) faults.until = t('social.compose.fault.until')
    return faults
  }
  const instant = scheduledTime(form, at.zone)
  if (!instant) faults.time = t('app.moment.missing')
  else if (Date.parse(instant) <= at.now.getTime()) faults.time = t('app.moment.past')
  return faults
}

const options = (form: Composer) => ({
  youtube: {
    title: form.title.trim(),
    privacy: form.privacy,
    made_for_kids: form.madeForKids,
    ...(tagList(form).length > 0 && { tags: tagList(form) }),
  },
})

function targetsOf(form: Composer, accounts: readonly SocialAccount[], files: Kinds): PostTarget[] {
  return accounts.map(({ id, platform }) => {
    const format = formatOf(form, platform, files)
    const comments = textRules[platform].firstComment && format !== 'story'
    return {
      account_id: id,
      caption: captionFor(form, platform),
      ...(format && { format }),
      first_comment: (comments && form.firstComment.trim()) || null,
      ...(platform === 'youtube' && { options: options(form) }),
    }
  })
}

const mediaOf = (form: Composer): PostMedia[] =>
  form.files.map(({ id, alt, focal, crops }) => ({
    media_id: id,
    alt_text: alt.trim() || null,
    focal,
    ...(Object.keys(crops).length > 0 && { crops }),
  }))

/** A link goes with a post that has no file; otherwise it belongs into the text. */
const linkOf = (form: Composer): string => (form.files.length === 0 ? form.link.trim() : '')

/** The fields of the specification's form, and ours beside them. */
export function fieldsOf(
  form: Composer,
  accounts: readonly SocialAccount[],
  files: Kinds,
  zone: string,
): Record<string, string> {
  const [first] = accounts
  return {
    account_id: String(first?.id ?? ''),
    platform: first?.platform ?? '',
    caption: form.caption,
    targets: JSON.stringify(targetsOf(form, accounts, files)),
    uploaded: JSON.stringify(mediaOf(form)),
    timezone: zone,
    ...(linkOf(form) && { link: linkOf(form) }),
    ...(form.draft && { draft_id: String(form.draft.id) }),
  }
}

export function contentOf(form: Composer, accounts: readonly SocialAccount[], files: Kinds): PostContent {
  return {
    targets: targetsOf(form, accounts, files),
    caption: form.caption,
    link: linkOf(form) || null,
    uploaded: mediaOf(form),
  }
}
