import { onboarding } from '#contract/onboarding.ts'
import { newId, newPhone, newWaba, whatsappScopes } from '#sandbox/world/accounts.ts'
import { plantTemplates, sandboxSeed } from '#sandbox/world/seed.ts'
import type { Person, TestServer } from './server.ts'

export type ConnectedAccount = {
  waba_id: string
  phone_number_id: string
  /** The provider's business that owns the account. */
  portfolio_id: string
  /** The system-user token it was connected with. */
  token: string
}

/** Servers whose seeded account is connected already. */
const taken = new WeakSet<TestServer>()

/**
 * Connects a person's business by the real endpoint with a pasted token: the first one on a server gets the sandbox's
 * seeded account (`sandboxSeed.waba`, `sandboxSeed.phone`), each further one an account of its own.
 */
export async function connectSeededAccount(server: TestServer, person: Person): Promise<ConnectedAccount> {
  const account = taken.has(server) ? newSandboxAccount(server) : seededAccount
  taken.add(server)
  const { status, body } = await server.call(onboarding.connectToken, {
    token: person.token,
    body: { token: account.token },
  })
  if (status !== 200 || body.outcome !== 'connected') {
    throw new Error(`connecting failed (${status}): ${body.message ?? JSON.stringify(body)}`)
  }
  return account
}

const seededAccount: ConnectedAccount = {
  waba_id: sandboxSeed.waba.id,
  phone_number_id: sandboxSeed.phone.id,
  portfolio_id: sandboxSeed.business.id,
  token: sandboxSeed.systemUserToken,
}

/**
 * Puts another business into the sandbox, with an account, a number that can send, the usual templates, and a token
 * that reaches that account alone.
 */
export function newSandboxAccount(
  server: TestServer,
  number: Partial<Parameters<typeof newPhone>[0]> = {},
): ConnectedAccount {
  const { accounts, templates } = server.sandbox.world
  const createdAt = Date.now()
  const business = {
    id: newId(),
    name: `Test Trading ${accounts.businesses.size}`,
    personId: null,
    verification: 'verified' as const,
    tier: 'TIER_UNLIMITED' as const,
    createdAt,
  }
  accounts.businesses.set(business.id, business)
  const waba = newWaba({ businessId: business.id, name: business.name, createdAt })
  accounts.wabas.set(waba.id, waba)
  const phone = newPhone({
    wabaId: waba.id,
    display: `+91 98${String(accounts.phones.size).padStart(3, '0')} ${newId().slice(-5)}`,
    countryCode: '91',
    verifiedName: business.name,
    quality: 'GREEN',
    codeStatus: 'VERIFIED',
    nameStatus: 'APPROVED',
    status: 'CONNECTED',
    registered: true,
    pin: '000000',
    createdAt,
    ...number,
  })
  accounts.phones.set(phone.id, phone)
  plantTemplates(templates, waba.id, createdAt)
  const token = server.sandbox.token({ scopes: [...whatsappScopes], waba_ids: [waba.id] })
  return { waba_id: waba.id, phone_number_id: phone.id, portfolio_id: business.id, token }
}
