import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DoctorReport, onboarding } from '#contract/onboarding.ts'
import { inLanguage } from '#server/messages/language.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markReconnect } from '../account/account-state.ts'
import { examine as examineWith, lastReport } from './doctor.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

async function connected(number?: Parameters<typeof newSandboxAccount>[1]) {
  const person = await server.signUp()
  const account = newSandboxAccount(server, number)
  await server.call(onboarding.connectToken, { token: person.token, body: { token: account.token } })
  return { person, account }
}
const examine = async (person: Person) => (await server.call(onboarding.doctor, { token: person.token })).body
const found = (report: DoctorReport, id: string) => report.checks.find((check) => check.id.startsWith(id))

describe('the doctor', () => {
  it('is asked again after a registration, and says until then that it is', async () => {
    const { person, account } = await connected({ registered: false, status: 'PENDING', pin: '424242' })
    const last = async () => (await server.call(onboarding.lastDoctor, { token: person.token })).body
    const settled = () =>
      eventually('the check has ended', async () => {
        const body = await last()
        return body.checking ? undefined : body.report
      })
    expect(found(await settled(), 'connected')?.state).toBe('bad')
    await server.call(onboarding.registerNumber, {
      token: person.token,
      body: { phone_number_id: account.phone_number_id, pin: '424242' },
    })
    expect((await last()).checking).toBe(true)
    expect(found(await settled(), 'connected')?.state).toBe('good')
  })

  it('names a version of Graph that has ended, its day, and what answers in its place', async () => {
    const { person } = await connected()
    const old = { ...server.app.meta, version: { asked: 'v18.0', served: () => 'v21.0' } }
    const report = await examineWith({ ...server.app, meta: old }, person.businessId)
    expect(found(report, 'graph version')).toMatchObject({
      state: 'attention',
      finding: 'v18.0 ended on 26 Jan 2026. Meta answers with v21.0 instead.',
      meaning: expect.stringContaining('v25.0'),
    })
    expect(found((await examine(person)).report, 'graph version')).toMatchObject({ state: 'good' })
    expect(server.app.meta.version.served()).toBe('v25.0')
  })

  it('keeps a report that each reader gets in their own language', async () => {
    const { person, account } = await connected()
    const reason = textOf('onboarding.account.reason.tokenExpired')
    server.sandbox.token({ value: account.token, dead: 460 })
    await markReconnect(server.app, person.businessId, account.waba_id, reason)
    await examineWith(server.app, person.businessId)
    const finding = async () => found((await lastReport(server.app, person.businessId))!, 'token')?.finding
    expect(await finding()).toBe('The access token has expired.')
    expect(await inLanguage('es', finding)).toBe('El token de acceso venció.')
  })
})
