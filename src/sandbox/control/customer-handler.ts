import { chatOf } from '../customers/chat-view.ts'
import { act, type CustomerAction } from '../customers/customer.ts'
import { customerPage } from '../customers/customer-page.ts'
import { type OtherHandler, respond } from '../http/answer.ts'
import { isObject } from '../world/settings.ts'
import type { Part } from '../world/world.ts'
import { phoneOf } from './control-actions.ts'
import { notFromHere } from './control-guard.ts'

type CustomerWorld = Part<
  | 'install'
  | 'settings'
  | 'accounts'
  | 'limits'
  | 'ledger'
  | 'webhooks'
  | 'userIdVersions'
  | 'url'
  | 'files'
  | 'chats'
>

const mediaPath = '/customer/media/'

/** Answers `/customer…`: a phone in the browser on which a person at this machine is a customer. */
export function createCustomerHandler(world: CustomerWorld): OtherHandler {
  return (req, res, url, raw) => {
    if (url.pathname !== '/customer' && !url.pathname.startsWith('/customer/')) return false
    const problem = notFromHere(req)
    if (problem) {
      respond(res, 403, problem, {}, 'text/plain; charset=utf-8')
      return true
    }
    const answer = (status: number, body: unknown) => respond(res, status, JSON.stringify(body))
    try {
      const asked = url.searchParams
      if (url.pathname === '/customer' && req.method === 'GET') {
        respond(res, 200, customerPage(world), {}, 'text/html; charset=utf-8')
      } else if (url.pathname === '/customer/chat' && req.method === 'GET') {
        const lines = chatOf(world, phoneOf(world, asked.get('phone') ?? ''), digitsOf(asked.get('from')))
        answer(200, { lines })
      } else if (url.pathname === '/customer/chat' && req.method === 'POST') {
        const body: unknown = JSON.parse(raw.toString())
        if (!isObject(body)) throw new Error('The body must be a JSON object.')
        const phone = phoneOf(world, String(body.phone))
        answer(200, { id: act(world, phone, digitsOf(String(body.from)), body as CustomerAction) })
      } else if (url.pathname.startsWith(mediaPath) && req.method === 'GET') {
        const id = url.pathname.slice(mediaPath.length)
        const file = world.files.get(id)
        // Never shown as a page: a file may be anything.
        const headers = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' }
        if (file) respond(res, 200, file, headers, world.accounts.media.get(id)?.mime ?? 'image/png')
        else answer(404, { message: 'The bytes of this file are no longer kept.' })
      } else answer(404, { message: 'There is no such page.' })
    } catch (cause) {
      answer(400, { message: cause instanceof Error ? cause.message : String(cause) })
    }
    return true
  }
}

const digitsOf = (text: string | null): string => (text ?? '').replace(/\D/g, '')
