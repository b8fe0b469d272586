import type { PostMedia, PostOptions } from '#contract/social/posts.ts'
import { formatRules, textRules } from '#contract/social/rules.ts'
import type { Platform, PostFormat, SocialAccount } from '#contract/social/social.ts'
import { type TextProblem, textProblems, textWithLink } from '#contract/social/text-length.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { listAccounts } from '../../accounts/stored-accounts.ts'
import { findMedia, problemsOf, type StoredMedia } from '../../media/stored-media.ts'
import type { Problem, ProblemCode } from './problems.ts'
import type { JudgedTarget, WantedPost } from './wanted.ts'

/** A post with the problems that are in its way; it can be stored when there is none. */
export type Judgement = { targets: JudgedTarget[]; problems: Problem[] }

/**
 * Looks up what a post names, and holds it against each network's rules. What can be converted is no problem.
 * @throws AppError `not_found` for an account or a file that is not this business's.
 */
export async function judgePost(app: App, businessId: number, wanted: WantedPost): Promise<Judgement> {
  const accounts = await accountsOf(app, businessId, wanted)
  const files = await filesOf(app, businessId, wanted.media)
  const problems: Problem[] = []
  const seen = new Set<number>()
  const targets = wanted.targets.map((target, index) => {
    const account = accounts.get(target.account_id)!
    const at = (field: string) => (wanted.severalTargets ? `targets.${index}.${field}` : field)
    const add = (field: string, code: ProblemCode, params: Problem['params'] = {}) =>
      problems.push({ field: at(field), code, params: { platform: account.platform, ...params } })
    if (seen.has(account.id)) add('account_id', 'accountTwice', { account: account.page_name })
    seen.add(account.id)
    if (!account.can_post) add('account_id', 'reconnect', { account: account.page_name })
    const before = target.formatBefore
    const isKept = before && countProblems(account.platform, before, files).length === 0
    const format = target.format ?? (isKept ? before : usualFormat(account.platform, files))
    const judged: JudgedTarget = {
      account,
      format: format ?? 'text',
      caption: (target.caption ?? wanted.caption).trim(),
      firstComment: firstCommentFor(account.platform, target.first_comment, wanted.firstComment),
      link: wanted.link?.trim() || null,
      options: optionsFor(account.platform, target.options ?? wanted.options),
      media: wanted.media,
      hashes: files.map(({ hash }) => hash.toString('hex')),
    }
    if (!format || (judged.caption === '' && format !== 'story'))
      add(format ? 'caption' : 'media', 'required')
    else
      for (const problem of problemsOfTarget(judged, files)) add(problem.field, problem.code, problem.params)
    return judged
  })
  if (wanted.link?.trim() && !isWebAddress(wanted.link.trim())) problems.push({ field: 'link', code: 'link' })
  return { targets, problems }
}

async function accountsOf(
  app: App,
  businessId: number,
  { targets }: WantedPost,
): Promise<Map<number, SocialAccount>> {
  const found = await listAccounts(
    app,
    businessId,
    targets.map(({ account_id }) => account_id),
    // A post that is there stays at its account, and can be changed until that is connected again.
    targets.some(({ formatBefore }) => formatBefore !== undefined),
  )
  const accounts = new Map(found.map((account) => [account.id, account]))
  for (const { account_id, platform } of targets) {
    const account = accounts.get(account_id)
    if (!account || (platform && platform !== account.platform)) throw notFound('account')
  }
  return accounts
}

async function filesOf(app: App, businessId: number, media: readonly PostMedia[]): Promise<StoredMedia[]> {
  const ids = media.map(({ media_id }) => media_id)
  const found = new Map((await findMedia(app, businessId, ids)).map((file) => [file.id, file]))
  return ids.map((id) => {
    const file = found.get(id)
    if (!file) throw notFound('file')
    return file
  })
}

/** The format of files where none is asked for. Without a file there is none: a text is asked for as such. */
export function usualFormat(
  platform: Platform,
  files: readonly { kind: 'image' | 'video' }[],
): PostFormat | undefined {
  if (files.length === 0) return undefined
  if (files.length > 1) return 'carousel'
  if (files[0]?.kind === 'image') return 'image'
  return platform === 'instagram' ? 'reel' : 'video'
}

/** A comment for all goes only to the networks that have such; one for an account that has none is refused. */
function firstCommentFor(
  platform: Platform,
  own: string | null | undefined,
  common: string | null,
): string | null {
  if (own !== undefined) return own?.trim() || null
  return textRules[platform].firstComment ? common?.trim() || null : null
}

function optionsFor(platform: Platform, options: PostOptions): PostOptions {
  return platform === 'youtube' && options.youtube ? { youtube: options.youtube } : {}
}

function problemsOfTarget(target: JudgedTarget, files: readonly StoredMedia[]): Problem[] {
  const { platform } = target.account
  const found: Problem[] = []
  const rule = formatRules[platform][target.format]
  if (!rule) return [{ field: 'format', code: 'format', params: { format: target.format } }]
  found.push(...countProblems(platform, target.format, files))
  for (const [index, file] of files.entries()) {
    if (file.removedAt) {
      found.push({ field: 'media', code: 'fileGone', params: { file: file.fileName } })
      continue
    }
    const { crops, focal } = target.media[index] ?? {}
    for (const { fix, message } of problemsOf(file, platform, target.format)) {
      // Nothing is cut off a picture unless the person said what stays.
      const crop = crops?.[platform]
      const isChosen = crop ? file.kind === 'image' || !crop.border : !!focal
      const isMet = fix === 'crop' ? isChosen : fix !== null
      if (!isMet) found.push({ field: 'media', code: 'file', params: { sentence: message } })
    }
  }
  const words = {
    caption: textWithLink(target.caption, target.link, files.length > 0),
    first_comment: target.firstComment,
    title: target.options.youtube?.title,
    tags: target.options.youtube?.tags,
  }
  for (const problem of textProblems(platform, target.format, words))
    found.push(textProblemOf(problem, platform))
  return found
}

/** What is wrong with how many files of each kind there are. */
function countProblems(platform: Platform, format: PostFormat, files: readonly StoredMedia[]): Problem[] {
  const rule = formatRules[platform][format]
  if (!rule) return []
  const images = files.filter(({ kind }) => kind === 'image').length
  const videos = files.length - images
  const one = (code: ProblemCode, params: Problem['params'] = {}): Problem[] => [
    { field: 'media', code, params },
  ]
  const least = format === 'carousel' ? 2 : format === 'story' ? 1 : rule.images[0] + rule.videos[0]
  const most = format === 'story' ? 1 : Math.max(rule.images[1], rule.videos[1])
  if (images > 0 && rule.images[1] === 0) return one(most === 0 ? 'manyFiles' : 'noImage', { limit: 0 })
  if (videos > 0 && rule.videos[1] === 0) return one(most === 0 ? 'manyFiles' : 'noVideo', { limit: 0 })
  if (files.length < least) {
    if (least > 1) return one('fewFiles', { limit: least })
    return one(rule.images[1] === 0 ? 'videoNeeded' : 'fileNeeded')
  }
  return files.length > most ? one('manyFiles', { limit: most, found: files.length }) : []
}

const textCodes: Record<TextProblem['code'], ProblemCode> = {
  too_long: 'textTooLong',
  too_many_hashtags: 'manyHashtags',
  too_many_mentions: 'manyMentions',
  refused_character: 'refusedCharacter',
  title_missing: 'titleMissing',
  no_first_comment: 'noFirstComment',
}
const tooLongCodes: Record<TextProblem['field'], ProblemCode> = {
  caption: 'textTooLong',
  first_comment: 'commentTooLong',
  title: 'titleTooLong',
  tags: 'tagsTooLong',
}
const fieldNames: Record<TextProblem['field'], string> = {
  caption: 'caption',
  first_comment: 'first_comment',
  title: 'options.youtube.title',
  tags: 'options.youtube.tags',
}

export function textProblemOf({ field, code, limit, found }: TextProblem, platform: Platform): Problem {
  return {
    field: fieldNames[field],
    code: code === 'too_long' ? tooLongCodes[field] : textCodes[code],
    params: { platform, limit, found },
  }
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= 2000
}
