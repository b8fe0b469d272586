import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { mergeLeads } from '#server/features/leads/records/merge.ts'
import { applyEvents } from '#server/features/webhooks/apply.ts'
import { readWebhook } from '#server/providers/meta/webhooks/webhook-events.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let account: { waba_id: string; phone_number_id: string }
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

let nr = 0
const newDigits = () => `9198300${String(++nr).padStart(5, '0')}`
const newId = () => `IN.77${String(++nr).padStart(6, '0')}`
const seconds = (at: number) => String(Math.floor(at / 1000))
const yesterday = new Date(Date.now() - 86_400_000)

/** Applies a webhook as it is read from its body. */
async function receive(field: string, value: object): Promise<string[]> {
  const events = readWebhook({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account.waba_id,
        changes: [{ field, value: { metadata: { phone_number_id: account.phone_number_id }, ...value } }],
      },
    ],
  })
  const outcomes = await applyEvents(
    server.app,
    events.map((event, index) => ({ ...event, webhookEventId: index })),
    { explain: true },
  )
  return outcomes.map(({ did }) => did)
}

type Who = { digits?: string; id?: string; parent?: string }

/** Somebody writes a text; what is absent is hidden. */
const says = ({ digits, id, parent }: Who, body: string, more: { field?: string; at?: number } = {}) =>
  receive(more.field ?? 'messages', {
    contacts: [
      {
        profile: { name: 'Rukmini', username: 'rukmini.k' },
        ...(digits && { wa_id: digits }),
        user_id: id,
        parent_user_id: parent,
      },
    ],
    messages: [
      {
        ...(digits && { from: digits }),
        from_user_id: id,
        from_parent_user_id: parent,
        id: `wamid.ID${++nr}`,
        timestamp: seconds(more.at ?? Date.now()),
        type: 'text',
        text: { body },
      },
    ],
  })

const changes = (from: Who, system: object, at = Date.now()) =>
  receive('messages', {
    messages: [
      {
        ...(from.digits && { from: from.digits }),
        from_user_id: from.id,
        id: `wamid.SYS${++nr}`,
        timestamp: seconds(at),
        type: 'system',
        system,
      },
    ],
  })

const prefers = ({ digits, id, parent }: Who, value: string) =>
  receive('user_preferences', {
    user_preferences: [
      {
        ...(digits && { wa_id: digits }),
        user_id: id,
        parent_user_id: parent,
        value,
        category: 'marketing_messages',
        detail: `User requested to ${value} marketing messages`,
        timestamp: Number(seconds(Date.now())),
      },
    ],
  })

/** A lead that agreed yesterday. */
async function addLead(lead: { phone?: string; bsuid?: string; tags?: string[] }): Promise<number> {
  const { id } = await server.app.db
    .insertInto('leads')
    .values({
      business_id: asha.businessId,
      name: 'Rukmini',
      consent: 'opted_in',
      consent_at: yesterday,
      consent_source: 'import',
      ...lead,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const consentOf = async (id: number) => {
  const { body } = await server.call(leads.get, { token: asha.token, params: { id } })
  if (!body.lead) throw new Error(JSON.stringify(body))
  return body.lead.consent
}
const leadsAt = (address: string) =>
  server.app.db
    .selectFrom('leads')
    .selectAll()
    .where('business_id', '=', asha.businessId)
    .where((lead) => lead.or([lead('phone', '=', address), lead('bsuid', '=', address)]))
    .execute()
const suppressed = async (address: string) =>
  (await server.app.db
    .selectFrom('suppressions')
    .select('reason')
    .where('business_id', '=', asha.businessId)
    .where('address', '=', address)
    .executeTakeFirst()) !== undefined

describe('an opt-out holds for every alias of a person', () => {
  it('said by the second user id of a phone while the phone is hidden', async () => {
    const digits = newDigits()
    const [first, second] = [newId(), newId()]
    const lead = await addLead({ phone: `+${digits}` })
    await says({ digits, id: first }, 'Hello')
    await says({ digits, id: second }, 'Hello again')
    await says({ id: second }, 'STOP')
    expect(await consentOf(lead)).toBe('opted_out')
    expect(await Promise.all([`+${digits}`, first, second].map(suppressed))).toEqual([true, true, true])
    expect(await leadsAt(second)).toEqual([])
  })

  it.each(['messages', 'standby'])('said by a parent user id, in %s', async (field) => {
    const digits = newDigits()
    const [id, parent] = [newId(), `IN.ENT.88${++nr}`]
    const lead = await addLead({ phone: `+${digits}` })
    await says({ digits, id, parent }, 'Hello', { field })
    await says({ parent }, 'STOP', { field })
    expect(await consentOf(lead)).toBe('opted_out')
  })

  it('chosen in WhatsApp’s settings with the phone hidden', async () => {
    const digits = newDigits()
    const [id, parent] = [newId(), `IN.ENT.89${++nr}`]
    const lead = await addLead({ phone: `+${digits}` })
    await says({ digits, id, parent }, 'Hello')
    expect(await prefers({ parent }, 'stop')).toEqual([`${parent} stopped marketing messages.`])
    expect(await consentOf(lead)).toBe('opted_out')
  })

  it('said before the two records were known to be one person, whichever said it', async () => {
    const [one, two] = [newDigits(), newDigits()]
    const [idOne, idTwo] = [newId(), newId()]
    const phones = [await addLead({ phone: `+${one}` }), await addLead({ phone: `+${two}` })]
    await says({ id: idOne }, 'STOP')
    await says({ digits: two }, 'STOP')
    const hidden = await addLead({ bsuid: idTwo })
    await says({ digits: one, id: idOne }, 'It is me')
    await says({ digits: two, id: idTwo }, 'It is me')
    expect(await Promise.all([...phones, hidden].map(consentOf))).toEqual([
      'opted_out',
      'opted_out',
      'opted_out',
    ])
  })

  it('stated by a file for one of two numbers', async () => {
    const [one, two] = [newDigits(), newDigits()]
    const id = newId()
    const other = await addLead({ phone: `+${two}` })
    await says({ digits: one, id }, 'Hello')
    await says({ digits: two, id }, 'Hello')
    await server.app.transaction((tx) =>
      mergeLeads(
        tx.db,
        asha.businessId,
        [
          {
            name: '',
            phone: `+${one}`,
            email: null,
            tags: ['file'],
            attributes: {},
            consent: 'opted_out',
            consent_at: null,
          },
        ],
        {
          source: 'csv',
          at: new Date(),
          consentSource: 'import',
          consentDetails: null,
          userId: null,
          importId: null,
        },
      ),
    )
    const { body } = await server.call(leads.get, { token: asha.token, params: { id: other } })
    expect(body.suppressed).toBe(true)
  })

  it('and an opt-in holds for the address that gave it alone', async () => {
    const digits = newDigits()
    const id = newId()
    const lead = await addLead({ phone: `+${digits}` })
    const hidden = await addLead({ bsuid: id })
    await says({ digits, id }, 'Hello')
    const now = Date.now()
    await says({ digits }, 'STOP', { at: now - 60_000 })
    expect([await consentOf(lead), await consentOf(hidden)]).toEqual(['opted_out', 'opted_out'])
    await says({ id }, 'SUBSCRIBE', { at: now - 30_000 })
    expect([await consentOf(lead), await consentOf(hidden)]).toEqual(['opted_out', 'opted_in'])
    // The link is known: seeing the two together again says nothing new about either.
    await says({ digits, id }, 'Hello')
    expect([await consentOf(lead), await consentOf(hidden)]).toEqual(['opted_out', 'opted_in'])
  })

  it('and a new user id beside an address that asked for messages again is not held to the older opt-out', async () => {
    const digits = newDigits()
    const [first, second] = [newId(), newId()]
    const lead = await addLead({ phone: `+${digits}` })
    const now = Date.now()
    await says({ digits, id: first }, 'STOP', { at: now - 60_000 })
    await says({ digits }, 'SUBSCRIBE', { at: now - 30_000 })
    await says({ digits, id: second }, 'Hello')
    expect(await consentOf(lead)).toBe('opted_in')
    expect(await suppressed(second)).toBe(false)
  })
})

describe('a person whose number or user id changes', () => {
  it('takes an opt-out along to the new number, and leaves an opt-in behind', async () => {
    const [old, next] = [newDigits(), newDigits()]
    const lead = await addLead({ phone: `+${old}`, tags: ['wedding'] })
    const said = await changes({ digits: old }, { type: 'user_changed_number', wa_id: next, body: 'changed' })
    expect(said[0]).toMatch(/^\+\d+ is now \+\d+\./)
    expect(await consentOf(lead)).toBe('none')
    expect(await leadsAt(`+${next}`)).toMatchObject([{ name: 'Rukmini', tags: ['wedding'], consent: 'none' }])
    await says({ digits: next }, 'STOP')
    expect(await consentOf(lead)).toBe('opted_out')
    expect(await suppressed(`+${old}`)).toBe(true)
  })

  it('is answered at the new number', async () => {
    const [old, next] = [newDigits(), newDigits()]
    await says({ digits: old }, 'Is it ready?')
    await changes({ digits: old }, { type: 'user_changed_number', wa_id: next })
    const [lead] = await leadsAt(`+${next}`)
    const rows = await server.app.db
      .selectFrom('conversations')
      .select(['address', 'lead_id'])
      .where('address', 'in', [`+${old}`, `+${next}`])
      .execute()
    expect(rows).toMatchObject([{ address: `+${next}`, lead_id: lead?.id }])
  })

  it('stays opted out at the new number after a STOP at the old one', async () => {
    const [old, next] = [newDigits(), newDigits()]
    await addLead({ phone: `+${old}` })
    const other = await addLead({ phone: `+${next}` })
    await says({ digits: old }, 'STOP')
    await changes({ digits: old }, { type: 'user_changed_number', wa_id: next, user_id: newId() })
    expect(await consentOf(other)).toBe('opted_out')
  })

  it.each([
    ['by name', (old: string, next: string) => ({ previous_user_id: old, user_id: next })],
    [
      'in its text alone',
      (old: string, next: string) => ({
        body: `User X changed from IN.1 to IN.2 changed from ${old} to ${next}`,
        user_id: next,
      }),
    ],
  ])('is followed from the former user id, told %s', async (_, system) => {
    const [old, next] = [newId(), newId()]
    const lead = await addLead({ bsuid: old })
    await says({ id: old }, 'STOP')
    await changes({}, { type: 'user_changed_user_id', ...system(old, next) })
    expect(await leadsAt(next)).toMatchObject([{ consent: 'opted_out' }])
    expect(await consentOf(lead)).toBe('opted_out')
  })

  it('keeps the record and its consent where only the user id beside the phone is new', async () => {
    const digits = newDigits()
    const [old, next] = [newId(), newId()]
    const lead = await addLead({ phone: `+${digits}`, bsuid: old })
    await changes({ digits }, { type: 'user_changed_user_id', previous_user_id: old, user_id: next })
    expect(await leadsAt(next)).toMatchObject([{ id: lead, consent: 'opted_in', phone: `+${digits}` }])
  })

  it('is changed once, however often it is told, and a number that somebody else has now is theirs', async () => {
    const [old, next] = [newDigits(), newDigits()]
    const lead = await addLead({ phone: `+${old}` })
    const at = Date.now() - 120_000
    const receive = () => changes({ digits: old }, { type: 'user_changed_number', wa_id: next }, at)
    await receive()
    await receive()
    expect(await leadsAt(`+${next}`)).toHaveLength(1)
    await says({ digits: old, id: newId() }, 'SUBSCRIBE', { at: Date.now() - 60_000 })
    await receive()
    expect(await consentOf(lead)).toBe('opted_in')
    await says({ digits: next }, 'STOP')
    expect(await consentOf(lead)).toBe('opted_in')
  })
})

describe('what names a person', () => {
  it.each(['IN.', 'in.123', 'IN.12 3', 'hello', 'IN.12345; drop', '+919830000000', `IN.${'9'.repeat(129)}`])(
    'is no text such as %s',
    async (id) => {
      expect(await says({ id }, 'STOP')).toEqual(['It does not say who wrote. Saved.'])
      expect(await leadsAt(id)).toEqual([])
      expect(await suppressed(id)).toBe(false)
    },
  )

  it('is remembered with the username', async () => {
    const id = newId()
    await says({ id }, 'Do you deliver?')
    expect(await leadsAt(id)).toMatchObject([{ phone: null, username: 'rukmini.k', source: 'inbound' }])
  })
})

it('takes a signup through WhatsApp’s link as an opt-in with its proof', async () => {
  const id = newId()
  expect(await prefers({ id }, 'signup')).toEqual([`${id} signed up for your messages.`])
  const [lead] = await leadsAt(id)
  expect(lead).toMatchObject({ consent: 'opted_in', consent_source: 'whatsapp_signup' })
  const { body } = await server.call(leads.get, { token: asha.token, params: { id: lead!.id } })
  expect(body.history.find(({ kind }) => kind === 'consent')).toMatchObject({
    sentence: 'Opted in, by WhatsApp’s sign-up link',
    details: 'User requested to signup marketing messages',
  })
})

it('links nobody across businesses', async () => {
  const digits = newDigits()
  const other = await server.signUp()
  const { id: foreign } = await server.app.db
    .insertInto('leads')
    .values({
      business_id: other.businessId,
      name: 'Rukmini',
      phone: `+${digits}`,
      consent: 'opted_in',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = newId()
  await says({ digits, id }, 'Hello')
  await says({ id }, 'STOP')
  const row = await server.app.db
    .selectFrom('leads')
    .select('consent')
    .where('id', '=', foreign)
    .executeTakeFirstOrThrow()
  expect(row.consent).toBe('opted_in')
})
