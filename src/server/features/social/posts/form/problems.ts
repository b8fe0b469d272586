import { platformNames } from '#contract/social/networks.ts'
import type { Platform } from '#contract/social/social.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** What a sentence about a problem names. */
type Params = {
  platform?: Platform
  account?: string
  format?: string
  file?: string
  limit?: number
  found?: number
  time?: string
  /** A sentence that another part has made already. */
  sentence?: string
}

const network = ({ platform }: Params): string => (platform ? platformNames[platform] : '')
const counts = ({ limit = 0, found = 0 }: Params) => ({ limit, found })

const sentences = {
  required: () => t('social.posts.required'),
  reconnect: (of: Params) => t('social.posts.problems.reconnect', { account: of.account ?? '' }),
  disconnected: () => t('app.notFound.account'),
  accountTwice: (of: Params) => t('social.posts.problems.accountTwice', { account: of.account ?? '' }),
  format: (of: Params) =>
    t('social.posts.problems.format', { network: network(of), format: of.format ?? 'other' }),
  fileNeeded: (of: Params) => t('social.posts.problems.fileNeeded', { network: network(of) }),
  videoNeeded: (of: Params) => t('social.posts.problems.videoNeeded', { network: network(of) }),
  noVideo: (of: Params) => t('social.posts.problems.noVideo', { network: network(of) }),
  noImage: (of: Params) => t('social.posts.problems.noImage', { network: network(of) }),
  fewFiles: (of: Params) =>
    t('social.posts.problems.fewFiles', { network: network(of), limit: of.limit ?? 0 }),
  manyFiles: (of: Params) => t('social.posts.problems.manyFiles', { network: network(of), ...counts(of) }),
  fileGone: (of: Params) => t('social.posts.problems.fileGone', { file: of.file ?? '' }),
  file: (of: Params) => of.sentence ?? '',
  textTooLong: (of: Params) =>
    t('social.posts.problems.textTooLong', {
      network: network(of),
      unit: of.platform === 'youtube' ? 'bytes' : 'characters',
      ...counts(of),
    }),
  commentTooLong: (of: Params) =>
    t('social.posts.problems.commentTooLong', { network: network(of), ...counts(of) }),
  titleTooLong: (of: Params) =>
    t('social.posts.problems.titleTooLong', { network: network(of), ...counts(of) }),
  tagsTooLong: (of: Params) =>
    t('social.posts.problems.tagsTooLong', { network: network(of), ...counts(of) }),
  manyHashtags: (of: Params) =>
    t('social.posts.problems.manyHashtags', { network: network(of), ...counts(of) }),
  manyMentions: (of: Params) =>
    t('social.posts.problems.manyMentions', { network: network(of), ...counts(of) }),
  refusedCharacter: (of: Params) => t('social.posts.problems.refusedCharacter', { network: network(of) }),
  titleMissing: (of: Params) => t('social.posts.problems.titleMissing', { network: network(of) }),
  noFirstComment: (of: Params) => t('social.posts.problems.noFirstComment', { network: network(of) }),
  link: () => t('social.posts.problems.link'),
  past: () => t('social.posts.problems.past'),
  tooFar: (of: Params) => t('social.posts.problems.tooFar', { limit: of.limit ?? 0 }),
  skippedTime: (of: Params) => t('social.posts.problems.skippedTime', { time: of.time ?? '' }),
  noZone: () => t('social.posts.problems.noZone'),
  date: () => t('social.posts.problems.date'),
  time: () => t('social.posts.problems.time'),
  unknownAccount: (of: Params) => t('social.posts.problems.unknownAccount', { account: of.account ?? '' }),
  manyAccounts: (of: Params) => t('social.posts.problems.manyAccounts', { account: of.account ?? '' }),
  fetchFailed: () => t('social.planning.import.fetchFailed'),
  duplicate: (of: Params) => t('social.posts.problems.duplicate', { account: of.account ?? '' }),
} satisfies Record<string, (of: Params) => string>

export type ProblemCode = keyof typeof sentences

/** Something that is in the way of a post. Stored by code; the sentence is made when it is read. */
export type Problem = { field: string; code: ProblemCode; params?: Params }

export const problemText = ({ code, params = {} }: Problem): string =>
  // A code of a later version says at least that the row is not right.
  (sentences[code] ?? (() => t('app.input.invalidField')))(params)

/** @throws AppError with the first problem's sentence, and one for each field. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const fields: Record<string, string> = {}
  for (const problem of problems) fields[problem.field] ??= problemText(problem)
  const missing = problems.find(({ code }) => code === 'required')
  throw new AppError(missing ? 'invalid_input' : 'rule_broken', problemText(missing ?? first), { fields })
}
