import { type Answer, type Exchange, textParam } from '../graph/exchange.ts'
import { unknownObject } from '../graph/graph-errors.ts'
import { type Business, newTokenValue, type Token, whatsappScopes } from '../world/accounts.ts'
import { personNamed, share } from './login.ts'

/**
 * `POST /{app}/accounts/test-users` (developers.facebook.com/docs/graph-api/reference/app/accounts/test-users): a person
 * to try the app with, who has installed it. Here the person has a WhatsApp account with a verified number.
 */
export function createTestUser(
  x: Exchange<'settings' | 'accounts' | 'templates' | 'webhooks' | 'keep' | 'later'>,
): Answer {
  const { token } = x
  if (token?.kind !== 'APP') throw unknownObject(token?.appId ?? '', 'post')
  const name = textParam(x, 'name') ?? 'Test User'
  const permissions = textParam(x, 'permissions')?.split(',') ?? ['business_management', ...whatsappScopes]
  const { accounts } = x.world
  const taken = new Set([...accounts.phones.values()].map(({ digits }) => digits))
  let number = 12_125_550_200
  while (taken.has(String(number))) number++
  const form = {
    person: name,
    waba: 'new',
    businessName: name,
    number: `+${number}`,
    numberState: 'verified' as const,
    coexistence: false,
    granted: permissions,
    declined: [],
  }
  const person = personNamed(x.world, name)
  const { waba, business } = share(x.world, form, token.appId)
  const access: Token = {
    value: newTokenValue(),
    kind: 'USER',
    appId: token.appId,
    personId: person.id,
    scopes: permissions,
    wabaIds: [waba.id],
    businessIds: [(business satisfies Business).id],
    issuedAt: Date.now(),
    expiresAt: 0,
    deadBy: null,
  }
  accounts.tokens.set(access.value, access)
  x.world.keep()
  return { body: { id: person.id, access_token: access.value } }
}
