import { formatRules } from '#contract/social/rules.ts'
import type { SocialAccount } from '#contract/social/social.ts'
import { textProblems, textWithLink } from '#contract/social/text-length.ts'
import { TimeZone } from '#contract/values.ts'
import { isWebAddress, textProblemOf } from '../../posts/form/judge-post.ts'
import { localTime, problemOfTime } from '../../posts/form/post-times.ts'
import type { Problem } from '../../posts/form/problems.ts'
import type { Cells } from './columns.ts'

/** A row as it would be scheduled. */
export type JudgedRow = {
  cells: Cells
  dueAt: Date | null
  timezone: string
  accounts: SocialAccount[]
  problems: Problem[]
}

/** Whether a row can be scheduled. Its file is fetched only once the import is confirmed. */
export function judgeRow(
  cells: Cells,
  { accounts, timezone, now }: { accounts: readonly SocialAccount[]; timezone: string; now: Date },
): JudgedRow {
  const problems: Problem[] = []
  const zone = cells.zone || timezone
  const isZone = TimeZone.safeParse(zone).success
  if (!isZone) problems.push({ field: 'zone', code: 'noZone' })
  const dueAt = isZone ? readTime(cells, zone, now, problems) : null
  const chosen = readAccounts(cells.accounts, accounts, problems)
  if (cells.caption === '') problems.push({ field: 'caption', code: 'required' })
  if (cells.media && !isWebAddress(cells.media)) problems.push({ field: 'media', code: 'link' })
  if (cells.link && !isWebAddress(cells.link)) problems.push({ field: 'link', code: 'link' })
  for (const { platform, page_name, can_post } of chosen) {
    if (!can_post) problems.push({ field: 'accounts', code: 'reconnect', params: { account: page_name } })
    if (!cells.media && !formatRules[platform].text)
      problems.push({ field: 'media', code: 'fileNeeded', params: { platform } })
    const format = cells.media ? 'image' : 'text'
    const { firstComment } = cells
    const caption = textWithLink(cells.caption, cells.link, cells.media !== '')
    // A title is taken from the caption, as the file has no column for it.
    for (const problem of textProblems(platform, format, { caption, title: 'x' }))
      problems.push({ ...textProblemOf(problem, platform), field: 'caption' })
    if (platform === 'facebook' || platform === 'instagram')
      for (const problem of textProblems(platform, format, { caption: '', first_comment: firstComment }))
        problems.push({ ...textProblemOf(problem, platform), field: 'firstComment' })
  }
  return { cells, dueAt, timezone: isZone ? zone : timezone, accounts: chosen, problems }
}

function readTime(cells: Cells, zone: string, now: Date, problems: Problem[]): Date | null {
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cells.date)
  if (!date) problems.push({ field: 'date', code: cells.date ? 'date' : 'required' })
  const time = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(cells.time)
  if (!time) problems.push({ field: 'time', code: cells.time ? 'time' : 'required' })
  if (!date || !time) return null
  const two = (text = '') => text.padStart(2, '0')
  const plain = `${date[1]}-${two(date[2])}-${two(date[3])}T${two(time[1])}:${time[2]}`
  const at = localTime(plain, zone)
  if (at === 'invalid') problems.push({ field: 'date', code: 'date' })
  if (at === 'skipped')
    problems.push({ field: 'time', code: 'skippedTime', params: { time: plain.replace('T', ' ') } })
  if (!(at instanceof Date)) return null
  const problem = problemOfTime(now, at, 'date')
  if (problem) problems.push(problem)
  return at
}

function fitting(name: string, accounts: readonly SocialAccount[]): SocialAccount[] {
  const key = name.toLowerCase()
  return accounts.filter(
    ({ id, handle, page_name, platform }) =>
      String(id) === key ||
      handle?.toLowerCase().replace(/^@/, '') === key.replace(/^@/, '') ||
      page_name.toLowerCase() === key ||
      `${platform}:${page_name.toLowerCase()}` === key.replace(/:\s+/, ':'),
  )
}

/** Accounts by id, handle or name; what fits several is asked about. */
function readAccounts(
  cell: string,
  accounts: readonly SocialAccount[],
  problems: Problem[],
): SocialAccount[] {
  const whole = cell.trim()
  // A name may have a separator in it.
  const names =
    fitting(whole, accounts).length > 0
      ? [whole]
      : cell
          .split(/[;|\n]/)
          .map((name) => name.trim())
          .filter(Boolean)
  if (names.length === 0) problems.push({ field: 'accounts', code: 'required' })
  const chosen: SocialAccount[] = []
  for (const name of names) {
    const fits = fitting(name, accounts)
    const [only] = fits
    if (!only) problems.push({ field: 'accounts', code: 'unknownAccount', params: { account: name } })
    else if (fits.length > 1)
      problems.push({ field: 'accounts', code: 'manyAccounts', params: { account: name } })
    else if (chosen.includes(only))
      problems.push({ field: 'accounts', code: 'accountTwice', params: { account: only.page_name } })
    else chosen.push(only)
  }
  return chosen
}
