import {
  type Business,
  newTokenValue,
  seesWaba,
  type Waba,
  wabasOf,
  whatsappScopes,
} from '../world/accounts.ts'
import { checkProof, needsScope } from './access.ts'
import { type Answer, type Exchange, page, selected, textParam } from './exchange.ts'
import { badParameter, GraphError, unknownObject } from './graph-errors.ts'
import { healthOf, verified } from './phone-numbers.ts'
import { inVersion } from './versions.ts'

const usual = ['id', 'name', 'timezone_id', 'message_template_namespace', 'currency']

function rowOf(x: Exchange<'accounts'>, waba: Waba): Record<string, unknown> {
  const business = x.world.accounts.businesses.get(waba.businessId)!
  return {
    id: waba.id,
    name: waba.name,
    currency: waba.currency,
    timezone_id: waba.timezoneId,
    message_template_namespace: `ba30dd89_2ebd_41e4_b805_${waba.id.slice(-12)}`,
    account_review_status: waba.review,
    business_verification_status: business.verification,
    country: waba.country,
    ownership_type: 'CLIENT_OWNED',
    status: waba.blockedBy === 131031 ? 'DISABLED' : 'ACTIVE',
    marketing_messages_lite_api_status: waba.marketingDisabled ? 'ONBOARDED' : 'ELIGIBLE',
    whatsapp_business_manager_messaging_limit: business.tier,
    health_status: healthOf(x.world, waba, null),
    owner_business_info: { name: business.name, id: business.id },
    on_behalf_of_business_info: { name: business.name, id: business.id, status: 'APPROVED', type: 'SELF' },
    primary_funding_id: undefined,
    auth_international_rate_eligibility: undefined,
    is_enabled_for_insights: true,
  }
}

/** `GET /{waba}` */
export function getWaba(x: Exchange<'accounts'>, waba: Waba): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  return { body: selected(x, inVersion(rowOf(x, waba), x.version), usual) }
}

/** `GET /{business}/owned_whatsapp_business_accounts` and `client_whatsapp_business_accounts` */
export function listWabas(
  x: Exchange<'accounts' | 'url'>,
  business: Business,
  edge: 'owned' | 'client',
): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  // A business owns its accounts; the seeded one is a provider with which all others share theirs.
  const isProvider = business.personId === null
  const rows = wabasOf(x.world.accounts, x.token!).filter((waba) =>
    edge === 'owned' ? waba.businessId === business.id : isProvider && waba.businessId !== business.id,
  )
  const listed = page(x, rows, `/${business.id}/${edge}_whatsapp_business_accounts`, () =>
    badParameter('Invalid cursor'),
  )
  return {
    body: {
      ...listed,
      data: listed.data.map((waba) => selected(x, inVersion(rowOf(x, waba), x.version), usual)),
    },
  }
}

/** `GET /{business}` */
export const getBusiness = (x: Exchange<'url'>, business: Business): Answer => ({
  body: selected(
    x,
    {
      id: business.id,
      name: business.name,
      verification_status: business.verification,
      whatsapp_business_manager_messaging_limit: business.tier,
      created_time: new Date(business.createdAt).toISOString(),
    },
    ['id', 'name'],
  ),
})

/** `GET /me/businesses` */
export function listBusinesses(x: Exchange<'accounts' | 'url'>): Answer {
  needsScope(x.token!, 'business_management')
  const rows = [...x.world.accounts.businesses.values()].filter(({ id }) => x.token!.businessIds.includes(id))
  const listed = page(x, rows, '/me/businesses', () => badParameter('Invalid cursor'))
  return { body: { ...listed, data: listed.data.map(({ id, name }) => ({ id, name })) } }
}

/** `GET /{waba}/subscribed_apps` */
export function listSubscriptions(x: Exchange<'accounts'>, waba: Waba): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  const data = waba.subscriptions.map(({ appId, overrideUri }) => ({
    whatsapp_business_api_data: {
      id: appId,
      link: `https://www.facebook.com/games/?app_id=${appId}`,
      name: x.world.accounts.apps.get(appId)?.name ?? '',
    },
    ...(overrideUri ? { override_callback_uri: overrideUri } : {}),
  }))
  return { body: { data } }
}

/** `POST /{waba}/subscribed_apps`; without an override it clears the one that was. */
export async function subscribe(
  x: Exchange<'webhooks' | 'callbackOrigins' | 'keep'>,
  waba: Waba,
): Promise<Answer> {
  needsScope(x.token!, 'whatsapp_business_management')
  const overrideUri = textParam(x, 'override_callback_uri') || null
  const verifyToken = textParam(x, 'verify_token') ?? null
  if (overrideUri) await verified(x, overrideUri, verifyToken ?? '')
  const appId = x.token!.appId
  waba.subscriptions = [
    ...waba.subscriptions.filter((one) => one.appId !== appId),
    { appId, overrideUri, verifyToken },
  ]
  x.world.keep()
  return { body: { success: true } }
}

/** `DELETE /{waba}/subscribed_apps` */
export function unsubscribe(x: Exchange<'keep'>, waba: Waba): Answer {
  needsScope(x.token!, 'whatsapp_business_management')
  waba.subscriptions = waba.subscriptions.filter(({ appId }) => appId !== x.token!.appId)
  x.world.keep()
  return { body: { success: true } }
}

/**
 * `POST /{business}/system_user_access_tokens`: the token for a customer who signed up on the hosted page. Needs
 * the provider's own system token and its `appsecret_proof`.
 */
export function customerToken(x: Exchange<'accounts' | 'keep'>, business: Business): Answer {
  const token = x.token!
  checkProof(x.world, token, textParam(x, 'appsecret_proof') ?? '')
  if (token.kind !== 'SYSTEM_USER')
    throw new GraphError(200, { message: '(#200) A system user access token is required.' })
  const wabas = [...x.world.accounts.wabas.values()].filter((waba) => waba.businessId === business.id)
  const shared = wabas.filter((waba) => seesWaba(x.world.accounts, token, waba))
  if (shared.length === 0) throw unknownObject(business.id, 'post')
  const value = newTokenValue()
  x.world.accounts.tokens.set(value, {
    value,
    kind: 'SYSTEM_USER',
    appId: token.appId,
    personId: token.personId,
    scopes: ['business_management', ...whatsappScopes],
    wabaIds: shared.map(({ id }) => id),
    businessIds: [business.id],
    issuedAt: Date.now(),
    expiresAt: 0,
    deadBy: null,
  })
  x.world.keep()
  return { body: { access_token: value } }
}
