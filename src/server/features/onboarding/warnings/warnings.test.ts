import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DoctorReport, onboarding } from '#contract/onboarding.ts'
import { webhooks } from '#contract/webhooks.ts'
import { type ConnectedAccount, newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

async function connected(): Promise<{ person: Person; account: ConnectedAccount; digits: string }> {
  const person = await server.signUp()
  const account = newSandboxAccount(server)
  await server.call(onboarding.connectToken, { token: person.token, body: { token: account.token } })
  const digits = server.sandbox.world.accounts.phones.get(account.phone_number_id)?.digits ?? ''
  return { person, account, digits }
}

/** Delivers changes through the tester, and answers what each of them did. */
async function report(
  { person, account }: { person: Person; account: ConnectedAccount },
  changes: { field: string; value: object }[],
  at = Date.now(),
): Promise<string[]> {
  const { body } = await server.call(webhooks.test, {
    token: person.token,
    body: {
      object: 'whatsapp_business_account',
      entry: [{ id: account.waba_id, time: Math.floor(at / 1000), changes }],
    } as never,
  })
  return body.outcomes.map(({ did }) => did)
}
const ban = (state: string, date?: string) => ({
  field: 'account_update',
  value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state, waba_ban_date: date } },
})
const pin = (digits: string, event: string) => ({
  field: 'security',
  value: { display_phone_number: digits, event },
})
const alert = (more: object) => ({
  field: 'account_alerts',
  value: {
    entity_type: 'BUSINESS',
    entity_id: '77',
    alert_info: {
      alert_severity: 'CRITICAL',
      alert_status: 'ACTIVE',
      alert_type: 'PROFILE_PICTURE_LOST',
      alert_description: 'The profile picture was lost.',
      ...more,
    },
  },
})
const noticesOf = async (person: Person) =>
  (await server.call(onboarding.connection, { token: person.token })).body.connection.notices.map(
    ({ sentence }) => sentence,
  )
const doctor = async (person: Person): Promise<DoctorReport> =>
  (await server.call(onboarding.doctor, { token: person.token })).body.report

describe('what Meta warns of', () => {
  it('reaches the owner on every screen and in the doctor, and each event says what it did', async () => {
    const who = await connected()
    const did = await report(who, [
      ban('SCHEDULE_FOR_DISABLE', 'April 17, 2027'),
      {
        field: 'account_update',
        value: { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } },
      },
      alert({}),
      alert({ alert_severity: 'WARNING', alert_type: 'OBA_REJECTED' }),
      pin(who.digits, 'PIN_RESET_REQUEST'),
    ])
    expect(did).toEqual([
      expect.stringContaining('with the date April 17, 2027'),
      expect.stringContaining('violation'),
      expect.stringContaining('shown to the owner'),
      expect.stringContaining('not critical'),
      expect.stringContaining('reset the PIN'),
    ])
    const notices = await noticesOf(who.person)
    expect(notices).toHaveLength(4)
    expect(notices).toEqual(
      expect.arrayContaining([
        expect.stringContaining('on 17 Apr 2027'),
        expect.stringContaining('policy violation'),
        expect.stringContaining('The profile picture was lost.'),
        expect.stringContaining(`+${who.digits}`),
      ]),
    )
    const { checks } = await doctor(who.person)
    expect(checks.filter(({ id }) => id.startsWith('warning'))).toHaveLength(4)
    const { body } = await server.call(onboarding.lastDoctor, { token: who.person.token })
    expect(body.text).toContain('17 Apr 2027')
  })

  it('ends by later word and not by older, and twice told is once', async () => {
    const who = await connected()
    const now = Date.now()
    const all = [ban('SCHEDULE_FOR_DISABLE', 'May 1, 2027'), alert({}), pin(who.digits, 'PIN_RESET_REQUEST')]
    await report(who, all, now)
    await report(who, all, now)
    expect(await noticesOf(who.person)).toHaveLength(3)
    const over = [ban('REINSTATE'), alert({ alert_status: 'NONE' }), pin(who.digits, 'PIN_REQUEST_SUCCESS')]
    await report(who, over, now - 60_000)
    expect(await noticesOf(who.person)).toHaveLength(3)
    await report(who, over, now + 60_000)
    expect(await noticesOf(who.person)).toEqual([])
  })

  it('is dismissed by its owner alone, until it is told again', async () => {
    const [who, stranger] = [await connected(), await connected()]
    await report(who, [ban('SCHEDULE_FOR_DISABLE', 'May 1, 2027')], Date.now() - 60_000)
    const check = (await doctor(who.person)).checks.find(({ id }) => id.startsWith('warning'))
    const remedy = check?.remedy
    if (remedy?.kind !== 'dismiss') throw new Error('the warning can be dismissed')
    const dismiss = (person: Person) =>
      server.call(onboarding.dismissWarning, {
        token: person.token,
        body: { warning_id: remedy.warning_id },
      })
    expect((await dismiss(stranger.person)).status).toBe(404)
    expect((await dismiss(who.person)).status).toBe(200)
    expect((await dismiss(who.person)).status).toBe(404)
    expect(await noticesOf(who.person)).toEqual([])
    await report(who, [ban('SCHEDULE_FOR_DISABLE', 'May 2, 2027')])
    expect(await noticesOf(who.person)).toEqual([expect.stringContaining('2 May 2027')])
  })
})

it('UNFLAGGED has the quality read again at once', async () => {
  const { person, account } = await connected()
  const rating = async () =>
    (await server.call(onboarding.connection, { token: person.token })).body.connection.accounts[0]
      ?.phone_numbers[0]?.quality_rating
  const report = async () => (await server.call(onboarding.lastDoctor, { token: person.token })).body
  await eventually('the check after connecting', async () => (await report()).checking === false)
  const quality = (value: string) =>
    server.sandbox.accountEvent({ event: 'QUALITY', value, phone_number_id: account.phone_number_id })
  quality('RED')
  await eventually('the quality is low', async () => (await rating()) === 'RED')
  quality('YELLOW')
  await eventually('the quality is read again', async () => (await rating()) === 'YELLOW')
})
