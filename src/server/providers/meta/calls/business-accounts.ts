import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { fieldFallback } from '../graph/graph-fields.ts'
import { graphId, optionalText, pageOf, successAnswer, walkPages } from '../graph/graph-values.ts'
import { type Health, healthAnswer, readHealth } from './health.ts'

const wabaAnswer = z.looseObject({
  id: graphId,
  name: optionalText,
  currency: optionalText,
  timezone_id: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((zone) => (zone === null || zone === undefined ? undefined : String(zone))),
  message_template_namespace: optionalText,
  account_review_status: optionalText,
  business_verification_status: optionalText,
  country: optionalText,
  ownership_type: optionalText,
  marketing_messages_lite_api_status: optionalText,
  owner_business_info: z.looseObject({ id: graphId, name: optionalText }).nullish(),
  health_status: healthAnswer.nullish(),
})

/** A WhatsApp Business Account. Words in capitals are Meta's; unknown ones are passed on. */
export type Waba = {
  id: string
  name?: string
  currency?: string
  /** Meta's number of a time zone, not its name. */
  timezoneId?: string
  templateNamespace?: string
  /** APPROVED, PENDING, REJECTED … */
  reviewStatus?: string
  /** verified, not_verified, pending … */
  verificationStatus?: string
  country?: string
  ownershipType?: string
  marketingMessagesStatus?: string
  ownerBusiness?: { id: string; name?: string }
  health?: Health
}

const businessAnswer = z.looseObject({ id: graphId, name: optionalText, verification_status: optionalText })

const subscribedApp = z.looseObject({
  whatsapp_business_api_data: z.looseObject({ id: graphId, name: optionalText, link: optionalText }),
  override_callback_uri: optionalText,
})

/** An app that gets a WABA's webhooks. */
type SubscribedApp = { appId: string; name?: string; overrideCallbackUrl?: string }

/** Sends a WABA's message webhooks elsewhere than to the app's own address. */
type WebhookOverride = { callbackUrl: string; verifyToken: string }

export type WabaCalls = {
  get: (token: string, wabaId: string) => Promise<Waba>
  /** Whether the account can send right now, and why not. */
  health: (token: string, wabaId: string) => Promise<Health>
  /** WABAs the portfolio owns. */
  ownedBy: (token: string, businessId: string) => Promise<Waba[]>
  /** WABAs other businesses have shared with the portfolio. */
  clientsOf: (token: string, businessId: string) => Promise<Waba[]>
  /** Portfolios the token's user belongs to. */
  businesses: (token: string) => Promise<{ id: string; name?: string; verificationStatus?: string }[]>
}

/** Without a subscription no webhook of the WABA arrives. */
export type SubscribedAppCalls = {
  list: (token: string, wabaId: string) => Promise<SubscribedApp[]>
  /** Without an override an earlier one is cleared. */
  subscribe: (token: string, wabaId: string, override?: WebhookOverride) => Promise<void>
  unsubscribe: (token: string, wabaId: string) => Promise<void>
}

const LIST_FIELDS = [
  'id',
  'name',
  'currency',
  'timezone_id',
  'message_template_namespace',
  'account_review_status',
  'business_verification_status',
  'country',
  'ownership_type',
  'owner_business_info',
].join(',')

const FIELDS = `${LIST_FIELDS},marketing_messages_lite_api_status`
/** Graph's largest page for these edges. */
const PAGE_SIZE = 100

export function wabaCalls(graph: Graph): WabaCalls {
  const withFields = fieldFallback([FIELDS, LIST_FIELDS])
  const list = async (token: string, businessId: string, edge: string): Promise<Waba[]> => {
    const found: Waba[] = []
    const path = `/${idPart(businessId)}/${edge}`
    const pages = walkPages((after) =>
      graph.call({
        method: 'GET',
        path,
        token,
        query: { fields: LIST_FIELDS, limit: PAGE_SIZE, after },
        answer: wabaPage,
      }),
    )
    for await (const waba of pages) found.push(readWaba(waba))
    return found
  }
  return {
    get: async (token, wabaId) => {
      const path = `/${idPart(wabaId)}`
      return readWaba(
        await withFields((fields) =>
          graph.call({ method: 'GET', path, token, query: { fields }, answer: wabaAnswer }),
        ),
      )
    },
    health: async (token, wabaId) => {
      const query = { fields: 'health_status' }
      const path = `/${idPart(wabaId)}`
      const answer = await graph.call({ method: 'GET', path, token, query, answer: wabaAnswer })
      return readHealth(answer.health_status)
    },
    ownedBy: (token, businessId) => list(token, businessId, 'owned_whatsapp_business_accounts'),
    clientsOf: (token, businessId) => list(token, businessId, 'client_whatsapp_business_accounts'),
    businesses: async (token) => {
      const found: { id: string; name?: string; verificationStatus?: string }[] = []
      const pages = walkPages((after) =>
        graph.call({
          method: 'GET',
          path: '/me/businesses',
          token,
          query: { fields: 'id,name,verification_status', limit: PAGE_SIZE, after },
          answer: businessPage,
        }),
      )
      for await (const { id, name, verification_status } of pages) {
        found.push({
          id,
          ...(name && { name }),
          ...(verification_status && { verificationStatus: verification_status }),
        })
      }
      return found
    },
  }
}

export function subscribedAppCalls(graph: Graph): SubscribedAppCalls {
  const edge = (wabaId: string) => `/${idPart(wabaId)}/subscribed_apps`
  return {
    list: async (token, wabaId) => {
      const answer = await graph.call({ method: 'GET', path: edge(wabaId), token, answer: subscribedPage })
      return answer.data.map(({ whatsapp_business_api_data: app, override_callback_uri: override }) => ({
        appId: app.id,
        ...(app.name && { name: app.name }),
        ...(override && { overrideCallbackUrl: override }),
      }))
    },
    subscribe: async (token, wabaId, override) => {
      await graph.call({
        method: 'POST',
        path: edge(wabaId),
        token,
        ...(override && {
          json: { override_callback_uri: override.callbackUrl, verify_token: override.verifyToken },
          secrets: [override.verifyToken],
        }),
        answer: successAnswer,
      })
    },
    unsubscribe: async (token, wabaId) => {
      await graph.call({ method: 'DELETE', path: edge(wabaId), token, answer: successAnswer })
    },
  }
}

const wabaPage = pageOf(wabaAnswer)
const businessPage = pageOf(businessAnswer)
const subscribedPage = pageOf(subscribedApp)

function readWaba(answer: z.infer<typeof wabaAnswer>): Waba {
  const owner = answer.owner_business_info
  return {
    id: answer.id,
    ...(answer.name && { name: answer.name }),
    ...(answer.currency && { currency: answer.currency }),
    ...(answer.timezone_id && { timezoneId: answer.timezone_id }),
    ...(answer.message_template_namespace && { templateNamespace: answer.message_template_namespace }),
    ...(answer.account_review_status && { reviewStatus: answer.account_review_status }),
    ...(answer.business_verification_status && { verificationStatus: answer.business_verification_status }),
    ...(answer.country && { country: answer.country }),
    ...(answer.ownership_type && { ownershipType: answer.ownership_type }),
    ...(answer.marketing_messages_lite_api_status && {
      marketingMessagesStatus: answer.marketing_messages_lite_api_status,
    }),
    ...(owner && { ownerBusiness: { id: owner.id, ...(owner.name && { name: owner.name }) } }),
    ...(answer.health_status && { health: readHealth(answer.health_status) }),
  }
}
