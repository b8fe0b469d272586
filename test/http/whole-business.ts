import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { accounts } from '#contract/accounts.ts'
import { campaignDrafts } from '#contract/campaigns/drafts.ts'
import { prices } from '#contract/campaigns/prices.ts'
import { campaigns } from '#contract/campaigns.ts'
import { help } from '#contract/help.ts'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding.ts'
import { templates } from '#contract/templates.ts'
import { newPhone } from '#sandbox/world/accounts.ts'
import { newTemplate, sandboxSeed } from '#sandbox/world/seed.ts'
import { keepLogin } from '#server/features/onboarding/token/account-token.ts'
import { isCluster } from '#test/cluster.ts'
import { type ConnectedAccount, connectSeededAccount } from '../connected.ts'
import type { Person, TestServer } from '../server.ts'
import { addConversations, type BusinessConversations } from './business-conversations.ts'
import { addClaimedSignup, addRecovery, addWarning, addWebhookEvent } from './business-events.ts'
import { addImports, addMedia } from './business-files.ts'
import { addArchivedMonth, addBulkChange, addErasure, addLeads } from './business-leads.ts'
import { addSocial, type BusinessSocial } from './business-social.ts'
import { addTeam, type BusinessTeam } from './business-team.ts'
import { addAnalytics } from './calls/analytics-calls.ts'
import { addChatbot, type BusinessChatbot } from './calls/chatbot-calls.ts'
import { addIntegrations, type BusinessIntegrations } from './calls/integration-calls.ts'
import { addOptinForm } from './calls/optin-calls.ts'
import { addSecurity, type PersonSecurity } from './calls/security-calls.ts'
import { addSegment } from './calls/segment-calls.ts'
import { addSequence, type BusinessSequence } from './calls/sequence-calls.ts'
import { succeed } from './succeed.ts'

/** A business with at least one row of each kind. `word` is in the text of all of them. */
export type WholeBusiness = {
  word: string
  person: Person
  token: string
  account: ConnectedAccount
  /** A number that is connected and not verified. */
  unverifiedNumber: string
  /** Leads with consent; the last two are there to be changed and deleted. */
  leads: number[]
  /** Approved, with one variable; by its id here and at the provider. The spare one is there to be deleted. */
  template: { id: number; providerId: string }
  spareTemplate: { id: number; providerId: string }
  /** Never submitted. */
  draftTemplate: number
  media: number
  /** Scheduled, weeks from now. */
  campaign: number
  spareCampaign: number
  /** A campaign's form that was put aside. */
  formDraft: number
  /** Running: one message read, one failed, two unknown that wait for the owner's word. */
  sentCampaign: number
  readMessage: number
  unknownMessage: number
  otherUnknown: number
  /** Uploaded and not started: one for reading, one to be started, one to be cancelled. */
  imports: number[]
  /** Done, and to be undone; with a file of rejected rows. */
  doneImport: number
  /** A change of many leads that can be undone. */
  bulkChange: number
  webhookEvent: number
  /** A warning of the provider that is not dealt with. */
  warning: number
  search: string
  /** Of a login at the provider that is under way. */
  loginState: string
  /** The account of a signup on the provider's page that was claimed. */
  claimedWaba: string
  /** Accounts at social networks, and what is posted there. */
  social: BusinessSocial
  conversations: BusinessConversations
  security: PersonSecurity
  chatbot: BusinessChatbot
  segment: number
  optin: { form: number; proof: number }
  sequence: BusinessSequence
  team: BusinessTeam
  integrations: BusinessIntegrations
}

/** Where ids begin: numbers that nothing else in an answer looks like. */
export const firstId = 700_001

/**
 * Prepares a server for whole businesses. Ids are large and the next number stays free, for answers that
 * depend on the order of ids. The outbox is not sent here: a single send settles at once.
 */
export async function readyForWholeBusinesses(server: TestServer): Promise<void> {
  const operator = await server.signUp('Operator')
  // Signup on the provider's own page works with the operator's token, which connects the account it reaches.
  await connectSeededAccount(server, operator)
  await succeed(
    server.call(accounts.saveSettings, {
      token: operator.token,
      body: { name: 'Operator', email: operator.email, api_key: sandboxSeed.systemUserToken },
    }),
  )
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(server.app.db)
  for (const { name } of rows) {
    // Of a cluster's tables nothing else of a sequence can be changed.
    await (isCluster
      ? sql`select setval(${name}, ${firstId}, false)`
      : sql`alter sequence ${sql.table(name)} increment by 2 restart with ${sql.lit(firstId)}`
    ).execute(server.app.db)
  }
  await sql`create function take() returns trigger language plpgsql as $$
    begin new.status = 'sent'; new.due_at = null; return new; end $$`.execute(server.app.db)
  await sql`create trigger take before insert on messages
    for each row when (new.campaign_id is null) execute function take()`.execute(server.app.db)
}

export async function openWholeBusiness(server: TestServer, word: string): Promise<WholeBusiness> {
  const person = await server.signUp(`${word} Owner`)
  const { token, businessId } = person
  const account = await connectSeededAccount(server, person)
  const unverifiedNumber = await addUnverifiedNumber(server, account, token, word)
  await nameAccount(server, businessId, word)
  const [template, spareTemplate] = await addApprovedTemplates(server, account, token, word)
  const draft = await server.app.db
    .insertInto('templates')
    .values({
      business_id: businessId,
      title: `${word} draft`,
      message: `Hello from ${word}`,
      type: 'marketing',
      name: `${word.toLowerCase()}_draft`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const leads = await addLeads(server, businessId, word)
  const campaign = await schedule(server, token, word, template.id, leads)
  const spareCampaign = await schedule(server, token, word, template.id, leads)
  const media = await addMedia(server, token, word)
  await sql`
    insert into template_media_uploads (business_id, media_id, phone_number_id, provider_media_id, expires_at)
    values (${businessId}, ${media}, ${account.phone_number_id}, '1', now() + interval '1 day')`.execute(
    server.app.db,
  )
  await sql`insert into first_runs (business_id, dismissed_at) values (${businessId}, now())`.execute(
    server.app.db,
  )
  await sql`
    insert into test_phones (business_id, phone_number_id, address, greeting_id)
    values (${businessId}, ${account.phone_number_id}, '+14165550142', ${firstId})`.execute(server.app.db)
  const sent = await addSentCampaign(server, businessId, campaign, leads)
  await addSettings(server, businessId, { token, account, word })
  await addErasure(server, person)
  await addArchivedMonth(server, businessId, { message: sent.readMessage, word })
  const conversations = await addConversations(server, person, { account, word })
  await addAnalytics(server, person, word)
  await addRecovery(server, businessId)
  return {
    word,
    person,
    token,
    account,
    unverifiedNumber,
    leads,
    template,
    spareTemplate,
    draftTemplate: draft.id,
    media,
    campaign,
    spareCampaign,
    formDraft: await addFormDraft(server, token, word),
    ...sent,
    ...(await addImports(server, person, word)),
    bulkChange: await addBulkChange(server, businessId, word, leads[0]!),
    webhookEvent: await addWebhookEvent(server, token, account, word),
    warning: await addWarning(server, businessId, account, word),
    search: randomUUID(),
    loginState: await startLogin(server, token),
    claimedWaba: await addClaimedSignup(server, businessId),
    social: await addSocial(server, person, word),
    conversations,
    chatbot: await addChatbot(server, person, { word, conversation: conversations.conversation }),
    security: await addSecurity(server, person, word),
    segment: await addSegment(server, person, word),
    optin: await addOptinForm(server, person, word),
    sequence: await addSequence(server, person, { word, template: template.id, lead: leads[0]! }),
    team: await addTeam(server, person, word),
    integrations: await addIntegrations(server, person, word),
  }
}

async function addUnverifiedNumber(
  server: TestServer,
  { waba_id }: ConnectedAccount,
  token: string,
  word: string,
): Promise<string> {
  const { phones } = server.sandbox.world.accounts
  const digits = String(phones.size).padStart(5, '0')
  const phone = newPhone({
    wabaId: waba_id,
    display: `+91 99000 ${digits}`,
    countryCode: '91',
    verifiedName: `${word} branch`,
  })
  phones.set(phone.id, phone)
  await succeed(server.call(onboarding.sync, { token, body: {} }))
  return phone.id
}

async function nameAccount(server: TestServer, businessId: number, word: string): Promise<void> {
  await server.app.db
    .updateTable('whatsapp_accounts')
    .set({ name: `${word} account` })
    .where('business_id', '=', businessId)
    .execute()
  await server.app.db
    .updateTable('phone_numbers')
    .set({ verified_name: `${word} number` })
    .where('business_id', '=', businessId)
    .execute()
}

/** Written at the provider, and brought here by the comparison with it. */
async function addApprovedTemplates(
  server: TestServer,
  { waba_id }: ConnectedAccount,
  token: string,
  word: string,
) {
  for (const name of ['offer', 'spare']) {
    server.sandbox.world.templates.add({
      ...newTemplate(waba_id, `${word.toLowerCase()}_${name}`, 'en_US', 'UTILITY', [
        { type: 'BODY', text: `Hello {{1}}, this is ${word}.`, example: { body_text: [['Asha']] } },
      ]),
      status: 'APPROVED',
    })
  }
  await succeed(server.call(templates.sync, { token }))
  const { body } = await server.call(templates.list, { token, query: { limit: 100 } })
  const find = (name: string) => {
    const found = body.templates.find(
      ({ template_name }) => template_name === `${word.toLowerCase()}_${name}`,
    )
    if (!found?.provider_template_id) throw new Error(`the template ${name} was not brought here`)
    return { id: found.id, providerId: found.provider_template_id }
  }
  return [find('offer'), find('spare')] as const
}

async function schedule(
  server: TestServer,
  token: string,
  word: string,
  template_id: number,
  leads: number[],
): Promise<number> {
  const { campaign } = await succeed(
    server.call(campaigns.schedule, {
      token,
      body: {
        name: `${word} campaign`,
        template_id,
        leads,
        parameters: { 1: { field: 'name' } },
        trial: {
          kind: 'test',
          percent: 50,
          variants: [{ template_id, parameters: { 1: { field: 'name' } } }],
        },
        scheduled_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      },
    }),
  )
  return campaign.id
}

/** What a campaign under way leaves in the tables, without the time that it takes. */
async function addSentCampaign(server: TestServer, businessId: number, like: number, leads: number[]) {
  const { db } = server.app
  const campaign = await sql<{ id: number; content_id: number }>`
    insert into campaigns (business_id, name, status, template_id, content_id, phone_number_id, audience, mapping,
      scheduled_at, timezone, created_by, started_at, planned_at)
    select business_id, name || ' (sent)', 'Running', template_id, content_id, phone_number_id, audience, mapping,
      now() - interval '1 hour', timezone, created_by, now() - interval '1 hour', now() - interval '1 hour'
    from campaigns where business_id = ${businessId} and id = ${like}
    returning id, content_id`.execute(db)
  const { id, content_id } = campaign.rows[0]!
  const message = async (nr: number, status: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into messages (business_id, campaign_id, lead_id, content_id, phone_number_id, recipient_phone, variables,
        status, attempts, wamid, claimed_at, accepted_at, sent_at, read_at, failed_at, unknown_at, error_code, reason)
      select l.business_id, ${id}, l.id, ${content_id}, c.phone_number_id, l.phone, array[l.name],
        ${status}, 1, ${status === 'read' ? wamidOf(businessId) : null}, now() - interval '50 minutes',
        case when ${status} = 'read' then now() - interval '50 minutes' end,
        case when ${status} = 'read' then now() - interval '50 minutes' end,
        case when ${status} = 'read' then now() - interval '40 minutes' end,
        case when ${status} = 'failed' then now() - interval '40 minutes' end,
        case when ${status} = 'unknown' then now() - interval '50 minutes' end,
        case when ${status} = 'failed' then 131026 end,
        case when ${status} = 'unknown' then 'ask_owner' end
      from leads l, campaigns c
      where l.business_id = ${businessId} and l.id = ${leads[nr]} and c.business_id = l.business_id and c.id = ${id}
      returning id`.execute(db)
    return rows[0]!.id
  }
  const first = await message(0, 'read')
  await message(1, 'failed')
  const unknownMessage = await message(2, 'unknown')
  const otherUnknown = await message(3, 'unknown')
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id)
    select business_id, id, phone_number_id, content_id, 'open', ${first}, ${otherUnknown}, ${otherUnknown}
    from campaigns where business_id = ${businessId} and id = ${id}`.execute(db)
  await sql`
    insert into campaign_events (business_id, campaign_id, kind, text)
    values (${businessId}, ${id}, 'started', '"Started"')`.execute(db)
  return { sentCampaign: id, readMessage: first, unknownMessage, otherUnknown }
}

async function addFormDraft(server: TestServer, token: string, word: string): Promise<number> {
  const body = { name: `${word} draft`, form: { name: `${word} form` } }
  const { draft } = await succeed(server.call(campaignDrafts.save, { token, body }))
  return draft.id
}

/** What is kept once for a business, and what work leaves behind that none of the calls here does. */
async function addSettings(
  server: TestServer,
  businessId: number,
  { token, account, word }: { token: string; account: ConnectedAccount; word: string },
): Promise<void> {
  const { db } = server.app
  await succeed(
    server.call(templates.saveRates, {
      token,
      body: { currency: 'INR', MARKETING: 0.8, TRANSACTIONAL: 0.1, OTP: null },
    }),
  )
  const { list } = await succeed(server.call(prices.get, { token }))
  const markets = list.markets.map(({ market }) => ({ market, marketing: 1, utility: 1, authentication: 1 }))
  await succeed(server.call(prices.save, { token, body: { currency: 'INR', markets } }))
  await succeed(
    server.call(messages.saveSettings, {
      token,
      body: { settling_seconds: 500, marketing_cap: { messages: 40, days: 1 } },
    }),
  )
  await succeed(server.call(help.send, { token, body: { email: 'a@example.com', message: `Dear ${word}` } }))
  await succeed(server.call(onboarding.doctor, { token }))
  await succeed(server.call(onboarding.openHosted, { token }))
  await db
    .insertInto('doctor_requests')
    .values({ business_id: businessId, wanted_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into lanes (business_id, phone_number_id) values (${businessId}, ${account.phone_number_id})
    on conflict do nothing`.execute(db)
  await sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select business_id, id, 0, 'person', false, now() from messages
    where business_id = ${businessId} order by id limit 1`.execute(db)
  const login = { token: account.token, kind: 'system_user', expiresAt: undefined, scopes: [] } as const
  await keepLogin(server.app, businessId, login)
}

/** The provider's id of the business's message that was read. */
export const wamidOf = (businessId: number): string => `wamid.of.business.${businessId}`

async function startLogin(server: TestServer, token: string): Promise<string> {
  const body = { mode: 'existing', phone_number: '' } as const
  const { redirect_url } = await succeed(server.call(onboarding.register, { token, body }))
  return new URL(redirect_url).searchParams.get('state') ?? ''
}
