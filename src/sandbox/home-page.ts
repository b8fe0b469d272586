import { notFromHere } from './control/control-guard.ts'
import { type OtherHandler, respond } from './http/answer.ts'
import { escapeHtml, htmlPage } from './login/login-pages.ts'
import { sandboxSeed } from './world/seed.ts'
import type { Part } from './world/world.ts'

const maxMessages = 50

/** Answers `/` and `/sandbox`: what to point a client at, and the newest messages as they go their way. */
export function createHomeHandler(world: Part<'accounts' | 'ledger' | 'url'>): OtherHandler {
  return (req, res, url) => {
    if (url.pathname === '/favicon.ico') {
      respond(res, 204, '', { 'cache-control': 'max-age=86400' }, 'image/x-icon')
      return true
    }
    if (
      req.method !== 'GET' ||
      (url.pathname !== '/' && url.pathname !== '/sandbox' && url.pathname !== '/sandbox/')
    )
      return false
    const problem = notFromHere(req)
    if (problem) {
      respond(res, 403, problem, {}, 'text/plain; charset=utf-8')
      return true
    }
    respond(res, 200, homePage(world), { refresh: '3' }, 'text/html; charset=utf-8')
    return true
  }
}

function homePage(world: Part<'accounts' | 'ledger' | 'url'>): string {
  const { waba, phone, systemUserToken } = sandboxSeed
  const app = world.accounts.apps.get(sandboxSeed.app.id) ?? sandboxSeed.app
  const facts: [string, string][] = [
    ['Graph', `${world.url}/v24.0`],
    ['App id', app.id],
    ['App secret', app.secret],
    ['Account (WABA)', waba.id],
    ['Phone number id', phone.id],
    ['Access token', systemUserToken],
  ]
  const style =
    '<style>main{max-width:1000px}table{border-collapse:collapse;width:100%;margin-bottom:24px}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{white-space:nowrap;font-weight:600}.scroll{overflow-x:auto}</style>'
  const rows = world.ledger.newest(maxMessages).reverse()
  const messages = rows.map((sent) => {
    const state =
      sent.failedWith === null ? (sent.reported.at(-1) ?? 'accepted') : `failed (${sent.failedWith})`
    const cells = [
      new Date(sent.at).toISOString().slice(11, 19),
      `+${sent.to}`,
      sent.template?.name ?? sent.type,
      state,
      textOf(sent.content),
    ]
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
  })
  return htmlPage(
    'Provider sandbox',
    `${style}<h1>Provider sandbox</h1><p>Stands in for WhatsApp’s Graph; nothing leaves this machine. Everything it can do is in docs/sandbox.md. <a href="/customer">Be the customer</a> · <a href="/social/posts">Posts at the social networks</a></p>
<table>${facts.map(([name, value]) => `<tr><th>${name}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>
<h1>Newest messages</h1><p>${world.ledger.counts.accepted} accepted in all.</p>
<div class="scroll"><table><tr><th>Time (UTC)</th><th>To</th><th>Template</th><th>State</th><th>Said</th></tr>${messages.join('')}</table></div>`,
  )
}

/** The texts in what was sent, for a glance. */
function textOf(content: unknown): string {
  const texts: string[] = []
  JSON.stringify(content ?? null, (key, value: unknown) => {
    if ((key === 'text' || key === 'body' || key === 'link') && typeof value === 'string') texts.push(value)
    return value
  })
  return texts.join(' · ').slice(0, 120)
}
