import type { IncomingMessage, ServerResponse } from 'node:http'
import { type OtherHandler, respond } from '../http/answer.ts'
import type { SocialMood } from '../world/settings.ts'
import type { Network } from '../world/social-world.ts'
import { happens, type World, within } from '../world/world.ts'
import { answerFacebook } from './facebook.ts'
import { answerGoogle } from './google.ts'
import { graphFault } from './graph-fault.ts'
import { answerInstagram } from './instagram.ts'
import { answerLinkedin } from './linkedin.ts'
import { profilePicture } from './picture.ts'
import { answerPostsPage } from './posts-page.ts'
import { answerDialog, isDialog } from './social-dialog.ts'
import type { SocialAnswer, SocialRequest } from './social-exchange.ts'
import { youtubeFault } from './youtube-fault.ts'

const answers: Record<Network, (request: SocialRequest) => SocialAnswer | Promise<SocialAnswer>> = {
  facebook: answerFacebook,
  instagram: answerInstagram,
  google: answerGoogle,
  linkedin: answerLinkedin,
}

/** What each network says when it is asked too often. */
const busy: Record<Network, SocialAnswer> = {
  facebook: graphFault(4, 'Application request limit reached', undefined, 403),
  instagram: graphFault(4, 'Application request limit reached', undefined, 403),
  google: youtubeFault(429, 'rateLimitExceeded', 'Too many requests'),
  linkedin: { status: 429, body: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Throttled' } },
}

/** Answers `/social/<network>/…`: login dialogs for people, APIs for the product. */
export function createSocialHandler(world: World): OtherHandler {
  return async (req, res, url, raw) => {
    const pictured = /^\/social\/picture\/([\w-]+)\.png$/.exec(url.pathname)?.[1]
    if (pictured) {
      respond(res, 200, profilePicture(pictured), {}, 'image/png')
      return true
    }
    if (answerPostsPage(world, req, res, url)) return true
    const [, network, path] =
      /^\/social\/(facebook|instagram|google|linkedin)(\/.*)$/.exec(url.pathname) ?? []
    if (!network || !path) return false
    await answerNetwork(world, network as Network, path, { req, res, url, raw })
    return true
  }
}

type Came = { req: IncomingMessage; res: ServerResponse; url: URL; raw: Buffer }

async function answerNetwork(world: World, network: Network, path: string, { req, res, url, raw }: Came) {
  const isForm = (req.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const form = isForm ? new URLSearchParams(raw.toString()) : url.searchParams
  const method = req.method ?? 'GET'
  if (isDialog(network, path)) {
    answerDialog(world, network, res, { method, action: url.pathname, fields: form })
    return
  }
  world.social.requests++
  const { delayMs } = world.settings.social
  const wait = within(delayMs)
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  const mood = moodOf(world.settings.social[network], `${method} ${path}`)
  if (mood === 'cut') {
    req.socket.destroy()
    return
  }
  if (mood === 'down') {
    respond(res, 503, '<h1>Service Unavailable</h1>', { 'retry-after': '5' }, 'text/html')
    return
  }
  const request = { world, method, path, query: url.searchParams, form, headers: req.headers, raw }
  const answer = mood === 'busy' ? busy[network] : await answers[network](request)
  world.keep()
  if (mood === 'cut_after') {
    world.social.cuts++
    req.socket.destroy()
    return
  }
  const body = answer.body === undefined ? '' : JSON.stringify(answer.body)
  respond(res, answer.status, body, { ...usageHeaders(world, network), ...answer.headers })
}

/** Meta's answers say how much of its limits is used. */
function usageHeaders(world: World, network: Network): Record<string, string> {
  const { usage } = world.settings.social.posts
  if (usage === 0 || (network !== 'facebook' && network !== 'instagram')) return {}
  return { 'x-app-usage': JSON.stringify({ call_count: usage, total_time: 10, total_cputime: 10 }) }
}

function moodOf(settings: SocialMood, asked: string): SocialMood['mood'] {
  const { mood } = settings
  if (mood === 'ok' || !asked.includes(settings.only) || !happens(settings.share)) return 'ok'
  if (settings.skip > 0) {
    settings.skip--
    return 'ok'
  }
  if (settings.times === 0) return mood
  settings.times--
  if (settings.times === 0) settings.mood = 'ok'
  return mood
}
