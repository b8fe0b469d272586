import type { SocialPost } from '../world/social-posts.ts'
import type { SocialToken } from '../world/social-world.ts'
import { graphFault } from './graph-fault.ts'
import { figureOf, type SandboxFigure } from './insights-figures.ts'
import { ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

type Graph = 'facebook' | 'instagram'

/** Metrics of each network, by format where they differ (facts: social-publishing §2.3, §3.8). */
const postMetrics: Record<string, SandboxFigure> = {
  post_total_media_view_unique: 'reach',
  post_media_view: 'views',
  post_clicks: 'clicks',
}
const feedMetrics: Record<string, SandboxFigure> = {
  reach: 'reach',
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saved: 'saves',
}
const storyMetrics: Record<string, SandboxFigure> = {
  reach: 'reach',
  views: 'views',
  shares: 'shares',
  replies: 'comments',
}
/** A story that fewer saw has no figures. */
const leastViewers = 5
const dayMs = 86_400_000

/** Figures of posts and Pages; undefined: the request asks for none. */
export function answerInsights(
  request: SocialRequest,
  path: string,
  token: SocialToken,
  accountIds: readonly string[],
): SocialAnswer | undefined {
  if (request.method !== 'GET') return undefined
  const [, id = '', edge = ''] = /^\/([\d_]+)(?:\/(insights))?$/.exec(path) ?? []
  if (accountIds.includes(id)) return edge ? accountInsights(request, token) : undefined
  const post = request.world.social.posts.posts.find(
    (one) => one.id === id && (one.network === 'facebook' || one.network === 'instagram'),
  )
  if (!post || !accountIds.includes(post.accountId)) return undefined
  if (edge) return postInsights(request, token, post)
  const fields = request.query.get('fields') ?? ''
  if (/summary\(/.test(fields) || /(^|,)shares(,|$)/.test(fields))
    return facebookCounts(request, post, fields)
  return /like_count|comments_count/.test(fields) ? ok(instagramCounts(request, post, fields)) : undefined
}

const isRetired = ({ world }: SocialRequest, metric: string): boolean =>
  world.settings.social.insights.retired.split(',').includes(metric)

const badMetric = () => graphFault(100, '(#100) The value must be a valid insights metric', undefined, 400)

function facebookCounts(request: SocialRequest, post: SocialPost, fields: string): SocialAnswer {
  const names = ['reactions', 'comments', 'shares'].filter((name) => fields.includes(name))
  const retired = names.find((name) => isRetired(request, name))
  if (retired) return graphFault(100, `(#100) Tried accessing nonexisting field (${retired})`)
  const shares = figureOf(post, 'shares')
  return ok({
    id: post.id,
    ...(names.includes('reactions') && {
      reactions: { data: [], summary: { total_count: figureOf(post, 'likes') } },
    }),
    ...(names.includes('comments') && {
      comments: {
        data: [],
        summary: { order: 'chronological', total_count: figureOf(post, 'comments') + post.comments.length },
      },
    }),
    // Absent at zero.
    ...(names.includes('shares') && shares > 0 && { shares: { count: shares } }),
  })
}

function instagramCounts({ world }: SocialRequest, post: SocialPost, fields: string) {
  return {
    id: post.id,
    ...(fields.includes('like_count') &&
      !world.settings.social.insights.likesHidden && { like_count: figureOf(post, 'likes') }),
    ...(fields.includes('comments_count') && {
      comments_count: figureOf(post, 'comments') + post.comments.length,
    }),
  }
}

const mayRead = (token: SocialToken, network: Graph): boolean =>
  token.scopes.some((scope) =>
    (network === 'facebook'
      ? ['read_insights']
      : ['instagram_manage_insights', 'instagram_business_manage_insights']
    ).includes(scope),
  )

/** One invalid metric fails the whole call. */
function postInsights(request: SocialRequest, token: SocialToken, post: SocialPost): SocialAnswer {
  const network = post.network as Graph
  if (!mayRead(token, network))
    return network === 'facebook'
      ? graphFault(200, '(#200) Requires read_insights permission to access insights', undefined, 403)
      : graphFault(10, '(#10) Application does not have permission for this action', undefined, 403)
  const { tooFewBelow } = request.world.settings.social.insights
  const known = network === 'facebook' ? postMetrics : post.format === 'story' ? storyMetrics : feedMetrics
  const asked = (request.query.get('metric') ?? '').split(',').filter(Boolean)
  if (asked.length === 0 || asked.some((name) => !(name in known) || isRetired(request, name)))
    return badMetric()
  if (post.format === 'story') {
    if (Date.now() - post.at > dayMs) return graphFault(100, 'Unsupported get request.', 33)
    if (figureOf(post, 'reach') < leastViewers)
      return graphFault(10, '(#10) Not enough viewers for the media to show insights', 2_108_006)
  }
  const isTooFew = figureOf(post, 'reach') < tooFewBelow
  return ok({
    data: isTooFew
      ? []
      : asked.map((name) => ({
          name,
          period: 'lifetime',
          values: [{ value: figureOf(post, known[name] ?? 'reach') }],
          title: name,
          id: `${post.id}/insights/${name}/lifetime`,
        })),
  })
}

function accountInsights(request: SocialRequest, token: SocialToken): SocialAnswer {
  if (!mayRead(token, 'facebook') && !mayRead(token, 'instagram'))
    return graphFault(200, '(#200) Requires read_insights permission to access insights', undefined, 403)
  const metric = request.query.get('metric') ?? ''
  if (metric !== 'page_total_media_view_unique' || isRetired(request, metric)) return badMetric()
  return ok({ data: [{ name: metric, period: 'days_28', values: [{ value: 12_840 }] }] })
}

type BatchItem = { method?: string; relative_url?: string }

/** Up to 50 requests in one; each has its own status and its answer as a text. */
export async function answerBatch(
  request: SocialRequest,
  answer: (request: SocialRequest) => Promise<SocialAnswer>,
): Promise<SocialAnswer> {
  let items: BatchItem[] = []
  try {
    items = JSON.parse(request.form.get('batch') ?? '[]') as BatchItem[]
  } catch {
    return graphFault(100, '(#100) batch parameter must be a JSON array')
  }
  if (!Array.isArray(items) || items.length === 0 || items.length > 50)
    return graphFault(100, '(#100) Too many requests in batch message. Maximum batch size is 50')
  const { batchCut } = request.world.settings.social.insights
  const answers = []
  for (const [index, { method = 'GET', relative_url = '' }] of items.entries()) {
    if (index >= items.length - batchCut) {
      answers.push(null)
      continue
    }
    const url = new URL(relative_url, 'http://graph/')
    const { status, body } = await answer({
      ...request,
      method,
      path: url.pathname,
      query: url.searchParams,
      form: url.searchParams,
      raw: Buffer.alloc(0),
    })
    answers.push({ code: status, body: JSON.stringify(body) })
  }
  return ok(answers)
}
