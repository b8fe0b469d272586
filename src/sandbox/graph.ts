import { readTestPhone, writeOnTestPhone } from './customers/test-phone.ts'
import { phoneFor, wabaFor } from './graph/access.ts'
import {
  customerToken,
  getBusiness,
  getWaba,
  listBusinesses,
  listSubscriptions,
  listWabas,
  subscribe,
  unsubscribe,
} from './graph/business-accounts.ts'
import { receiveEvents } from './graph/datasets.ts'
import { type Answer, type Exchange, requiredText, textParam } from './graph/exchange.ts'
import { GraphError, unknownObject } from './graph/graph-errors.ts'
import { continueUpload, deleteMedia, getMedia, openUpload, uploadMedia } from './graph/media.ts'
import {
  blockUsers,
  createMessageLink,
  getPhone,
  listPhones,
  registerPhone,
  requestCode,
  verified,
  verifyCode,
} from './graph/phone-numbers.ts'
import { currentUser, debugToken, exchangeToken, listPermissions, revokePermissions } from './graph/tokens.ts'
import { createTestUser } from './login/test-users.ts'
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  getTemplate,
  listTemplates,
  unpauseTemplate,
} from './templates/templates.ts'
import type { Business, MetaApp, Phone, Waba } from './world/accounts.ts'
import { seesWaba } from './world/accounts.ts'
import { allFields, otherFields, sandboxSeed } from './world/seed.ts'
import type { Template } from './world/template-store.ts'
import type { World } from './world/world.ts'

type Handler<T> = (x: Exchange<keyof World>, node: T) => Answer | Promise<Answer>
type Routes<T> = Record<string, Handler<T>>

/** What can be asked of each kind of node: `METHOD edge`. Sending a message is not here; it has a way of its own. */
const ofPhone: Routes<Phone> = {
  'GET ': getPhone,
  'POST register': registerPhone,
  'POST request_code': requestCode,
  'POST verify_code': verifyCode,
  'POST media': uploadMedia,
  'POST block_users': blockUsers,
  'DELETE block_users': blockUsers,
  'POST message_qrdls': createMessageLink,
  'GET test_phone': readTestPhone,
  'POST test_phone': writeOnTestPhone,
}

const ofWaba: Routes<Waba> = {
  'GET ': getWaba,
  'GET phone_numbers': listPhones,
  'GET message_templates': listTemplates,
  'POST message_templates': createTemplate,
  'DELETE message_templates': deleteTemplates,
  'GET subscribed_apps': listSubscriptions,
  'POST subscribed_apps': subscribe,
  'DELETE subscribed_apps': unsubscribe,
}

const ofBusiness: Routes<Business> = {
  'GET ': getBusiness,
  'GET owned_whatsapp_business_accounts': (x, business) => listWabas(x, business, 'owned'),
  'GET client_whatsapp_business_accounts': (x, business) => listWabas(x, business, 'client'),
  'POST system_user_access_tokens': customerToken,
}

const ofTemplate: Routes<Template> = {
  'GET ': getTemplate,
  'POST ': editTemplate,
  'POST unpause': unpauseTemplate,
}

const ofApp: Routes<MetaApp> = {
  'POST uploads': (x) => openUpload(x),
  'POST accounts': (x) => createTestUser(x),
  'POST subscriptions': setCallback,
  'GET subscriptions': (_x, app) => ({
    body: {
      data: app.callbackUrl
        ? [
            {
              object: 'whatsapp_business_account',
              callback_url: app.callbackUrl,
              active: app.verified,
              fields: app.fields.map((name) => ({ name, version: 'v23.0' })),
            },
          ]
        : [],
    },
  }),
  'GET ': (_x, app) => ({
    body: { id: app.id, name: app.name, link: `https://www.facebook.com/games/?app_id=${app.id}` },
  }),
}

/** The edges whose calls are counted for `x-business-use-case-usage`. */
const counted = new Set(['', 'assigned_users', 'phone_numbers', 'message_templates', 'subscribed_apps'])

/** What may be called without a token of a person or system user. */
export const needsNoToken = (path: string): boolean => path === 'oauth/access_token'

/** Finds who answers `segments` (the path without its version), and lets them. */
export function answerGraph(
  x: Exchange<keyof World>,
  segments: string[],
  count: (x: Exchange<keyof World>, waba: Waba) => Record<string, string>,
): Answer | Promise<Answer> {
  const [first = '', edge = '', third] = segments
  const key = `${x.method} ${edge}`
  if (first === 'oauth' && edge === 'access_token') return exchangeToken(x)
  if (first === 'debug_token') return debugToken(x)
  // An app's own token belongs to no person, though it carries the app's id.
  const isSelf = first === x.token?.personId && x.token.kind !== 'APP'
  if (first === 'me' || isSelf) return answerMe(x, edge, third)
  if (first.startsWith('upload:')) return continueUpload(x, first)
  if (first === sandboxSeed.dataset.id && edge === 'events') return receiveEvents(x)
  const { accounts, templates } = x.world
  const token = x.token!
  if (accounts.phones.has(first))
    return handled(ofPhone, key, x, phoneFor(x.world, token, first, x.method.toLowerCase()), first)
  if (accounts.wabas.has(first)) {
    const waba = wabaFor(x.world, token, first, x.method.toLowerCase())
    // One template through its account: found there, or the edge does not have it.
    const named = edge === 'message_templates' && third ? templates.byId.get(third) : undefined
    if (edge === 'message_templates' && third) {
      if (x.method !== 'GET' || named?.wabaId !== waba.id) throw unknownObject(third, x.method.toLowerCase())
      return withHeaders(count(x, waba), getTemplate(x, named))
    }
    return withHeaders(counted.has(edge) ? count(x, waba) : {}, handled(ofWaba, key, x, waba, first))
  }
  const template = templates.byId.get(first)
  const owner = template && accounts.wabas.get(template.wabaId)
  if (template && owner) {
    if (!seesWaba(accounts, token, owner)) throw unknownObject(first, x.method.toLowerCase())
    return withHeaders(count(x, owner), handled(ofTemplate, key, x, template, first))
  }
  const business = accounts.businesses.get(first)
  if (business) {
    const open = key === 'POST system_user_access_tokens' || token.businessIds.includes(business.id)
    const isClient = [...accounts.wabas.values()].some(
      (waba) => waba.businessId === business.id && seesWaba(accounts, token, waba),
    )
    if (!open && !isClient) throw unknownObject(first, x.method.toLowerCase())
    return handled(ofBusiness, key, x, business, first)
  }
  const app = accounts.apps.get(first)
  if (app && token.appId === app.id) return handled(ofApp, key, x, app, first)
  if (accounts.media.has(first) && edge === '')
    return x.method === 'DELETE' ? deleteMedia(x, first) : getMedia(x, first)
  throw unknownObject(first, x.method.toLowerCase())
}

function answerMe(x: Exchange<'accounts' | 'url' | 'keep'>, edge: string, third: string | undefined): Answer {
  if (edge === '' && x.method === 'GET') return currentUser(x)
  if (edge === 'permissions' && x.method === 'GET') return listPermissions(x)
  if (edge === 'permissions' && x.method === 'DELETE') return revokePermissions(x, third)
  if (edge === 'businesses' && x.method === 'GET') return listBusinesses(x)
  throw unknownObject('me', x.method.toLowerCase())
}

function handled<T>(
  routes: Routes<T>,
  key: string,
  x: Exchange<keyof World>,
  node: T,
  id: string,
): Answer | Promise<Answer> {
  const handler = routes[key]
  if (!handler) throw unknownObject(id, x.method.toLowerCase())
  return handler(x, node)
}

async function withHeaders(
  headers: Record<string, string>,
  answer: Answer | Promise<Answer>,
): Promise<Answer> {
  const made = await answer
  return { ...made, headers: { ...made.headers, ...headers } }
}

const offeredFields = [...allFields, ...otherFields]

/** `POST /{app}/subscriptions` with the app's own token: where webhooks go. */
async function setCallback(
  x: Exchange<'webhooks' | 'callbackOrigins' | 'keep'>,
  app: MetaApp,
): Promise<Answer> {
  if (x.token?.kind !== 'APP') throw unknownObject(app.id, 'post')
  const url = requiredText(x, 'callback_url')
  const verifyToken = textParam(x, 'verify_token') ?? ''
  const wanted = (textParam(x, 'fields') ?? '')
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean)
  const foreign = wanted.findIndex((field) => !offeredFields.includes(field))
  if (foreign >= 0) {
    throw new GraphError(100, {
      message: `(#100) Param fields[${foreign}] must be one of {${offeredFields.join(', ')}} - got "${wanted[foreign]}".`,
    })
  }
  await verified(x, url, verifyToken)
  app.callbackUrl = new URL(url).href
  app.verifyToken = verifyToken
  app.verified = true
  if (wanted.length > 0) app.fields = wanted
  x.world.keep()
  return { body: { success: true } }
}
