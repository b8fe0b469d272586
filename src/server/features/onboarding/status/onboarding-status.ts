import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ServerOnboardingStatus } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { readStored } from '#server/stored-text/read-text.ts'
import { type ChecklistFacts, checklist, registration } from './checklist.ts'

/** How far a business's onboarding is, from what is stored. `sync` brings that up to date first. */
export async function getOnboardingStatus(app: App, caller: Caller): Promise<ServerOnboardingStatus> {
  const { businessId } = caller
  const facts = await readFacts(app, businessId)
  const tokenStored = facts.has_key || facts.has_login || facts.has_account_token
  const usable = facts.account_status === 'connected' && tokenStored
  const items = checklist(facts)
  const done = (key: string): boolean => items.some((item) => item.key === key && item.state === 'done')
  const registered = facts.waba_id !== null && facts.account_status !== 'disconnected'
  const connected = usable && !facts.blocked_reason && facts.number_status === 'CONNECTED'
  return {
    success: true,
    user_id: caller.userId,
    meta_access_token: tokenStored,
    business_id: facts.portfolio_id,
    verified_name: facts.verified_name || null,
    businessRegistered: registered,
    templateCreated: facts.template_created,
    templateApproved: facts.template_approved,
    messagingStatus: messagingStatus(facts, connected),
    businessName: facts.registered_name ?? facts.account_name ?? facts.business_name,
    phoneNumber: facts.phone ?? facts.registered_phone,
    phoneNumberId: facts.phone_number_id,
    wabaId: facts.waba_id,
    accessToken: tokenStored,
    displayPhoneNumber: facts.display_phone_number,
    countryCode: diallingCode(facts.phone ?? facts.registered_phone),
    category: facts.category,
    isReady:
      registered &&
      facts.template_approved &&
      // Only a registered number sends: anything less is not ready.
      connected &&
      facts.waba_id !== null &&
      facts.phone_number_id !== null,
    is_verified: done('is_verified'),
    app_permission_granted: done('app_permission_granted'),
    phone_number_verified: done('phone_number_verified'),
    terms_accepted: done('terms_accepted'),
    has_waba_and_phone_id: done('has_waba_and_phone_id'),
    business_verification_docs: done('business_verification_docs'),
    is_ready: items.every(({ state }) => state === 'done') && connected,
    checklist: items,
    registration: registration(facts),
    problem: readStored(facts.account_status === 'reconnect' ? facts.status_reason : facts.blocked_reason),
    choice_needed: facts.has_login && facts.phone_number_id === null,
  }
}

type Facts = ChecklistFacts & {
  business_name: string
  registered_name: string | null
  registered_phone: string | null
  category: string | null
  account_name: string | null
  portfolio_id: string | null
  phone: string | null
  has_account_token: boolean
  template_created: boolean
  template_approved: boolean
}

/** The account of a number or a template, where only the test phone has it: it counts as not connected. */
const forTestPhone = (of: 'n' | 'p') => sql<number>`(select 1 from whatsapp_accounts t
  where t.business_id = ${sql.ref(`${of}.business_id`)} and t.waba_id = ${sql.ref(`${of}.waba_id`)}
    and t.for_test_phone)`

/**
 * Everything the status is made of, in one query. The account is the default number's, else the one last connected:
 * one that was disconnected counts no longer.
 */
async function readFacts(app: App, businessId: number): Promise<Facts> {
  return await app.db
    .selectFrom('businesses as b')
    .leftJoin('business_registrations as r', 'r.business_id', 'b.id')
    .leftJoin('meta_logins as l', 'l.business_id', 'b.id')
    .leftJoin('phone_numbers as n', (join) =>
      join
        .onRef('n.business_id', '=', 'b.id')
        .on('n.is_default', '=', true)
        .on(({ not, exists }) => not(exists(forTestPhone('n')))),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('whatsapp_accounts as one')
          .selectAll('one')
          .whereRef('one.business_id', '=', 'b.id')
          .where('one.status', '<>', 'disconnected')
          .where('one.for_test_phone', '=', false)
          .orderBy(sql`one.waba_id = n.waba_id`, (order) => order.desc().nullsLast())
          .orderBy('one.connected_at', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(({ exists, selectFrom }) => [
      'b.name as business_name',
      sql<boolean>`b.provider_key_id is not null`.as('has_key'),
      'r.business_name as registered_name',
      'r.phone_number as registered_phone',
      'r.category',
      'a.waba_id',
      'a.name as account_name',
      'a.portfolio_id',
      'a.status as account_status',
      'a.status_reason',
      'a.blocked_reason',
      'a.account_review_status',
      'a.business_verification_status',
      'a.token_scopes',
      'a.connected_at',
      'n.phone_number_id',
      'n.phone',
      'n.display_phone_number',
      'n.verified_name',
      'n.name_status',
      'n.status as number_status',
      'n.code_verification_status',
      'n.on_business_app',
      'n.registered_at',
      'n.register_error',
      'n.register_error_code',
      sql<boolean>`l.business_id is not null`.as('has_login'),
      sql<boolean>`a.token_key_id is not null`.as('has_account_token'),
      exists(
        selectFrom('templates as t')
          .select('t.id')
          .whereRef('t.business_id', '=', 'b.id')
          .where(onNodeOf(businessId, 't.business_id'))
          .where('t.deleted_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('provider_templates as p')
                  .select('p.id')
                  .whereRef('p.business_id', '=', 't.business_id')
                  .where(onNodeOf(businessId, 'p.business_id'))
                  .whereRef('p.id', '=', 't.provider_template_id')
                  .where('t.imported', '=', true)
                  .where(({ exists }) => exists(forTestPhone('p'))),
              ),
            ),
          ),
      )
        .$castTo<boolean>()
        .as('has_local_template'),
      exists(
        selectFrom('provider_templates as p')
          .select('p.id')
          .whereRef('p.business_id', '=', 'b.id')
          .where(onNodeOf(businessId, 'p.business_id'))
          .where('p.deleted_at', 'is', null)
          .where(({ not, exists }) => not(exists(forTestPhone('p')))),
      )
        .$castTo<boolean>()
        .as('has_provider_template'),
      exists(
        selectFrom('provider_templates as p')
          .select('p.id')
          .whereRef('p.business_id', '=', 'b.id')
          .where(onNodeOf(businessId, 'p.business_id'))
          .where('p.deleted_at', 'is', null)
          .where('p.status', '=', 'APPROVED')
          .where(({ not, exists }) => not(exists(forTestPhone('p')))),
      )
        .$castTo<boolean>()
        .as('template_approved'),
    ])
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow()
    .then(({ has_local_template, has_provider_template, ...facts }) => ({
      ...facts,
      template_created: has_local_template || has_provider_template,
    }))
}

function messagingStatus(facts: Facts, connected: boolean): string | null {
  if (facts.waba_id === null) return null
  if (facts.account_status === 'reconnect') return 'RECONNECT'
  if (facts.blocked_reason) return 'BLOCKED'
  if (facts.account_review_status === 'REJECTED') return 'REJECTED'
  return connected ? 'APPROVED' : 'PENDING'
}

function diallingCode(phone: string | null): string | null {
  const parsed = phone ? parsePhoneNumberFromString(phone) : undefined
  return parsed ? `+${parsed.countryCallingCode}` : null
}
