import type { PublishAccount } from './publishing.ts'

/** What is asked of each post. A network that has no such figure says `not_offered`. */
export const metrics = ['likes', 'comments', 'shares', 'saves', 'reach', 'views', 'clicks'] as const
export type Metric = (typeof metrics)[number]

/** Why a figure is missing. */
export type Missing =
  | 'not_yet'
  | 'retired'
  | 'not_offered'
  | 'no_permission'
  | 'too_few'
  | 'failed'
  /** The post is no longer at the network. */
  | 'gone'

export type Found = number | Missing
export type PostFigures = Record<Metric, Found>

export type InsightPost = { id: string; format: string; postedAt: Date }

/** The figures of one network. Rejects only where nothing can be learned: no answer, a dead token, a rate limit. */
export type InsightsClient = {
  /** So many posts are asked for together. 0: the network gives our app no figures. */
  batch: number
  /** In the order of the posts. */
  posts: (account: PublishAccount, posts: readonly InsightPost[], now: Date) => Promise<PostFigures[]>
  /** Of the account itself; those that are not offered are left out. */
  account: (account: PublishAccount) => Promise<Record<string, Found>>
}

export const allMissing = (why: Missing): PostFigures =>
  Object.fromEntries(metrics.map((metric) => [metric, why])) as PostFigures
