import type { IncomingMessage } from 'node:http'
import type { Click } from '../customers/clicks.ts'
import type { PersonaOrder } from '../customers/personas.ts'
import { type OtherHandler, respond } from '../http/answer.ts'
import type { AccountEvent } from '../world/account-events.ts'
import { isObject } from '../world/settings.ts'
import type { Network } from '../world/social-world.ts'
import type { Control } from './control.ts'
import type { Inbound, TemplateEvent, TokenChange } from './control-actions.ts'
import { mayNotControl } from './control-guard.ts'

type Turn = (control: Control, body: Record<string, unknown>, query: URLSearchParams) => unknown

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const done = { success: true }
const number = (value: string | null): number | undefined =>
  value === null || value === '' ? undefined : Number(value)

/** The controls by address; none of them is an address of Graph. */
const turns: Record<string, Turn> = {
  'GET /sandbox/ledger': (control, _body, query) => {
    const pick = (name: string) => query.get(name) ?? undefined
    return control.ledger({
      callback: pick('callback'),
      phone: pick('phone'),
      to: pick('to'),
      template: pick('template'),
      after: number(query.get('after')),
      limit: number(query.get('limit')),
    })
  },
  'GET /sandbox/posts': ({ world }) => {
    const { posts, cuts, requests } = world.social
    // The pictures are on the page; here they would only be long.
    const rows = posts.posts.map((post) => ({
      ...post,
      files: post.files.map(({ preview: _preview, ...file }) => file),
    }))
    return { posts: rows, cuts, requests }
  },
  'GET /sandbox/counts': (control) => control.counts(),
  'GET /sandbox/state': (control) => control.state(),
  'GET /sandbox/rates': (control, _body, query) => control.rates(query.get('phone') ?? ''),
  'GET /sandbox/settings': (control) => control.settings(),
  'POST /sandbox/settings': (control, body) => control.settings(body),
  'GET /sandbox/faults': (control) => control.faults(),
  'POST /sandbox/faults': (control, body) => control.faults(body),
  'POST /sandbox/fate': (control, body) => {
    control.fate(text(body.phone), body.order === null ? null : (body.order as { refuse?: number }))
    return done
  },
  'POST /sandbox/inbound': (control, body) => ({ ...done, id: control.inbound(body as Inbound) }),
  'POST /sandbox/persona': (control, body) => ({ ...done, ids: control.persona(body as PersonaOrder) }),
  'POST /sandbox/click': (control, body) => control.click(body as Click),
  'POST /sandbox/template-event': (control, body) => {
    control.templateEvent(body as TemplateEvent)
    return done
  },
  'POST /sandbox/account-event': (control, body) => {
    control.accountEvent(body as AccountEvent)
    return done
  },
  'POST /sandbox/callback': (control, body) => {
    control.callback(
      body.url === null ? null : text(body.url),
      body.verify_token === undefined ? undefined : text(body.verify_token),
    )
    return done
  },
  'POST /sandbox/redirects': (control, body) => {
    control.redirects(Array.isArray(body.uris) ? body.uris.map(String) : null)
    return done
  },
  'POST /sandbox/number': (control, body) => {
    const { phone_number_id: id, ...change } = body
    control.number(text(id), change)
    return done
  },
  'POST /sandbox/tier': (control, body) => {
    control.tier(text(body.business_id), text(body.tier))
    return done
  },
  'POST /sandbox/token': (control, body) => ({ ...done, access_token: control.token(body as TokenChange) }),
  'POST /sandbox/social-end': (control, body) => ({
    ...done,
    ended: control.endSocial(text(body.network) as Network, text(body.person), text(body.dead_by)),
  }),
  'POST /sandbox/settled': async (control) => {
    await control.settled()
    return done
  },
  'POST /sandbox/reset': (control, body) => {
    control.reset({ keepSettings: body.keep_settings === true, onlyLedger: body.only_ledger === true })
    return done
  },
}

/** Answers `/sandbox/…`; a misused control is answered 400 with a sentence. */
export function createControlHandler(control: Control, secret: string | undefined): OtherHandler {
  return async (req: IncomingMessage, res, url, raw) => {
    if (!url.pathname.startsWith('/sandbox/')) return false
    const problem = mayNotControl(req, secret)
    if (problem) {
      respond(res, 403, JSON.stringify({ success: false, message: problem }))
      return true
    }
    const turn = turns[`${req.method} ${url.pathname}`]
    if (!turn) {
      respond(
        res,
        404,
        JSON.stringify({
          success: false,
          message: `There is no control ${req.method} ${url.pathname}.`,
          controls: Object.keys(turns),
        }),
      )
      return true
    }
    try {
      const body: unknown = raw.length === 0 ? {} : JSON.parse(raw.toString())
      if (!isObject(body)) throw new Error('The body must be a JSON object.')
      respond(res, 200, JSON.stringify(await turn(control, body, url.searchParams)))
    } catch (cause) {
      respond(
        res,
        400,
        JSON.stringify({ success: false, message: cause instanceof Error ? cause.message : String(cause) }),
      )
    }
    return true
  }
}
