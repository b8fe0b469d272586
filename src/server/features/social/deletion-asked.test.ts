import { afterAll, beforeAll, expect, it } from 'vitest'
import { closing } from '#contract/security/closing.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { claimPublications, nextWorkAt } from './publish/claim.ts'
import { decidePublication } from './publish/decide.ts'
import {
  composePost,
  ledgerOf,
  openAccount,
  publication,
  publishUntilEnd,
} from './publish/publish.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  // The first person is the operator, whose business stays.
  await server.signUp()
})
afterAll(() => server.close())

it('a business that is to be deleted posts nothing; taken back, a late post asks first', async () => {
  const [owner, other] = [await openAccount(server, 'facebook'), await openAccount(server, 'facebook')]
  const { token } = owner.person
  const { name } = (await server.call(closing.state, { token })).body
  const asked = await server.call(closing.ask, {
    token,
    body: { business_name: name, current_password: 'correct horse' },
  })
  expect(asked.status).toBe(200)
  const late = new Date(Date.now() - 2 * 86_400_000)
  const [due, old] = [
    await composePost(server, owner, { caption: 'Waits' }),
    await composePost(server, owner, { caption: 'Is late', dueAt: late }),
  ]
  // What another business posts is published meanwhile.
  const others = await composePost(server, other, { caption: 'Goes on' })
  expect((await publishUntilEnd(server, others)).state).toBe('posted')
  expect(await claimPublications(server.app, { all: 10, videos: 2 })).toEqual([])
  expect(await nextWorkAt(server.app, 60_000)).toBeUndefined()
  for (const id of [due, old]) expect((await publication(server, id)).state).toBe('scheduled')
  await server.app.pool.query(`update social_publications set state = 'failed' where id = $1`, [due])
  await expect(decidePublication(server.app, owner.person.businessId, due, 'publish')).rejects.toMatchObject({
    code: 'rule_broken',
  })
  await server.app.pool.query(`update social_publications set state = 'scheduled' where id = $1`, [due])

  expect((await server.call(closing.cancel, { token })).status).toBe(200)
  expect((await publishUntilEnd(server, due)).state).toBe('posted')
  expect(await publishUntilEnd(server, old)).toMatchObject({ state: 'awaiting_owner', reason: 'late' })
  const texts = ledgerOf(server).map(({ text }) => text)
  expect([texts.includes('Waits'), texts.includes('Is late')]).toEqual([true, false])
})
