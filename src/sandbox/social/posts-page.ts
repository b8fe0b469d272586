import type { IncomingMessage, ServerResponse } from 'node:http'
import { notFromHere } from '../control/control-guard.ts'
import { respond } from '../http/answer.ts'
import { escapeHtml, htmlPage } from '../login/login-pages.ts'
import type { SocialPost } from '../world/social-posts.ts'
import type { World } from '../world/world.ts'

const newest = 100
const names = { facebook: 'Facebook', instagram: 'Instagram', google: 'YouTube', linkedin: 'LinkedIn' }

/** `/social/posts` shows what was published, `/social/posts/{id}` one post, `/social/file/{hash}` its picture. */
export function answerPostsPage(world: World, req: IncomingMessage, res: ServerResponse, url: URL): boolean {
  const path = url.pathname
  const [, one] =
    /^\/social\/posts\/([\w:]+)$/.exec(path) ??
    /^\/social\/linkedin\/feed\/update\/([\w:]+)$/.exec(path) ??
    []
  const watched = path === '/social/google/watch' ? url.searchParams.get('v') : null
  const hash = /^\/social\/file\/([0-9a-f]{64})$/.exec(path)?.[1]
  if (req.method !== 'GET' || !(path === '/social/posts' || one || watched || hash)) return false
  const problem = notFromHere(req)
  if (problem) {
    respond(res, 403, problem, {}, 'text/plain; charset=utf-8')
    return true
  }
  const { posts } = world.social.posts
  if (hash) return answerFile(res, posts, hash)
  const id = one ?? watched
  const shown = id ? posts.filter((post) => post.id === id) : posts.slice(-newest).reverse()
  const title = id ? 'Published post' : 'Published posts'
  const count = id
    ? ''
    : `<p>${posts.length} in all. The newest ${Math.min(newest, posts.length)} are here.</p>`
  const body = shown.map(postHtml).join('') || '<p>Nothing was published yet.</p>'
  respond(
    res,
    id && shown.length === 0 ? 404 : 200,
    htmlPage(title, `${style}<h1>${title}</h1>${count}${body}`),
    id ? {} : { refresh: '5' },
    'text/html; charset=utf-8',
  )
  return true
}

const style =
  '<style>main{max-width:720px}article{border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin-bottom:16px}article img{max-width:100%;max-height:360px;display:block;margin:8px 0}article p{white-space:pre-wrap;overflow-wrap:anywhere}small{opacity:.75}</style>'

function answerFile(res: ServerResponse, posts: readonly SocialPost[], hash: string): boolean {
  const file = posts.flatMap(({ files }) => files).find((one) => one.hash === hash && one.preview !== null)
  if (file?.preview)
    respond(res, 200, Buffer.from(file.preview, 'base64'), { 'cache-control': 'max-age=3600' }, file.mime)
  else respond(res, 404, 'This picture is not kept.', {}, 'text/plain; charset=utf-8')
  return true
}

function postHtml(post: SocialPost): string {
  const facts = [
    names[post.network],
    post.format,
    `account ${post.accountId}`,
    `${new Date(post.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    ...(post.privacy ? [post.privacy] : []),
    ...(post.failure ? [`processing failed: ${post.failure}`] : []),
  ]
  const files = post.files.map((file) =>
    file.preview === null
      ? `<p><small>${escapeHtml(file.mime)}, ${file.bytes} bytes</small></p>`
      : `<img src="/social/file/${file.hash}" alt="${escapeHtml(file.altText ?? '')}">`,
  )
  const comments = post.comments.map(({ text }) => `<p><small>Comment:</small> ${escapeHtml(text)}</p>`)
  return `<article id="${escapeHtml(post.id)}"><small>${facts.map(escapeHtml).join(' · ')}</small>
${post.title ? `<h2>${escapeHtml(post.title)}</h2>` : ''}${post.text ? `<p>${escapeHtml(post.text)}</p>` : ''}
${post.link ? `<p><small>Link:</small> ${escapeHtml(post.link)}</p>` : ''}${files.join('')}${comments.join('')}</article>`
}
