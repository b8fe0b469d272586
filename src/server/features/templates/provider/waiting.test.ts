import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { reportedError, transportError } from '#server/providers/meta/errors/meta-error.ts'
import type { ConnectedAccount } from '#test/connected.ts'
import type { Person, TestServer } from '#test/server.ts'
import { freshText, openConnectedTemplates, type TemplateCalls } from '../templates.fixture.ts'
import { insertMirrored } from './mirror.ts'
import { submitInBackground } from './submit.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
let mine: TemplateCalls
let meta: TestServer['app']['meta']['templates']
let real: typeof meta
beforeAll(async () => {
  ;({ server, person, account, mine } = await openConnectedTemplates({ jobs: false }))
  meta = server.app.meta.templates
  real = { ...meta }
})
beforeEach(() => {
  Object.assign(meta, real)
})
afterAll(() => server.close())

const unreachable = () => transportError('unreachable', { delivery: 'never_sent', message: 'no network' })
const lost = () => transportError('silent', { delivery: 'unknown', message: 'the answer is lost' })
const refused = (code: number) => reportedError({ delivery: 'refused', code, message: `code ${code}` })
const submitAgain = (id: number) =>
  server.call(templates.submitAgain, { token: person.token, params: { id } })
/** What the provider has of a text, whatever its name. */
const remoteWith = (text: string) =>
  server.sandbox.world.templates
    .of(account.waba_id)
    .filter(({ components }) => components.some((component) => component.text === text))
const inBackground = (id: number, retries?: number) =>
  submitInBackground(server.app, person.businessId, id, retries)
/** One that waits because the provider did not take it yet. */
const waiting = async (error = unreachable()) => {
  const words = freshText()
  meta.create = () => Promise.reject(error)
  const { body } = await mine.add(words)
  Object.assign(meta, real)
  expect(body.message).toMatch(/is saved\./)
  return { id: body.template.id, ...words }
}
const jobsOf = async (id: number): Promise<{ retries?: number }[]> => {
  const { rows } = await server.app.pool.query(
    `select data from pgboss.job where name = 'templates.submit-waiting' and (data->>'template_id')::int = $1
     order by created_on`,
    [id],
  )
  return rows.map(({ data }) => data)
}

describe('a template that waits to be submitted', () => {
  it('goes with the words of now, and once, when the owner changes it at the same moment', async () => {
    const { id, title, message } = await waiting()
    const changed = `${message} Changed.`
    // The owner saves other words while the job looks for an earlier attempt.
    meta.list = async function* (...given) {
      Object.assign(meta, real)
      expect((await mine.change(id, { title, message: changed })).status).toBe(200)
      yield* real.list(...given)
    }
    await inBackground(id)
    expect(remoteWith(message)).toEqual([])
    expect(remoteWith(changed)).toHaveLength(1)
    expect((await mine.get(id)).message).toBe(changed)
  })

  it('is tried as often as the error is worth, and then says what WhatsApp says', async () => {
    const { id } = await waiting(refused(1))
    meta.create = () => Promise.reject(refused(1))
    await inBackground(id, 1)
    await inBackground(id, 2)
    expect((await jobsOf(id)).map(({ retries }) => retries)).toEqual([1, 2, 3])
    await inBackground(id, 3)
    expect(await jobsOf(id)).toHaveLength(3)
    const { refused: given_up } = await server.app.db
      .selectFrom('templates')
      .select('refused')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(given_up).toBe(true)
  })

  it('waits for the account where the whole account is refused', async () => {
    const { id, message } = await waiting()
    meta.create = () => Promise.reject(refused(190))
    await inBackground(id)
    expect((await mine.get(id)).status_reason).toMatch(/access .* has ended/)
    const { refused: given_up } = await server.app.db
      .selectFrom('templates')
      .select('refused')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(given_up).toBe(false)
    Object.assign(meta, real)
    await inBackground(id)
    expect(remoteWith(message)).toHaveLength(1)
  })

  it('is there once when it is submitted again after a lost answer', async () => {
    const words = freshText()
    meta.create = async (...given) => {
      await real.create(...given)
      throw lost()
    }
    const { body } = await mine.add(words)
    Object.assign(meta, real)
    const again = await submitAgain(body.template.id)
    expect(again.body.message).toBe('Template submitted.')
    expect(remoteWith(words.message)).toHaveLength(1)
  })

  it('cannot be deleted while it is being submitted, to come back with the next sync', async () => {
    const words = freshText()
    let removal: Awaited<ReturnType<typeof mine.remove>> | undefined
    meta.create = async (...given) => {
      const { id } = await server.app.db
        .selectFrom('templates')
        .select('id')
        .where('title', '=', words.title)
        .executeTakeFirstOrThrow()
      removal = await mine.remove(id)
      return await real.create(...given)
    }
    await mine.added(words)
    expect(removal).toMatchObject({ status: 409, body: { message: expect.stringMatching(/in a minute/) } })
    expect(remoteWith(words.message)).toHaveLength(1)
  })
})

describe('a new template that is stored by two at once', () => {
  it.each([
    ['first', [1, 2]],
    ['last', [2, 1]],
  ] as const)('stands as it was read last, with the older word stored %s', async (place, order) => {
    const remote = await real.get(account.token, remoteWith((await mine.added()).message)[0]!.id)
    const id = `9${remote.id.slice(1)}${place.length}`
    const reads = { 1: { ...remote, id, status: 'PENDING' }, 2: { ...remote, id, status: 'APPROVED' } }
    for (const second of order) {
      const reading = {
        businessId: person.businessId,
        wabaId: account.waba_id,
        readAt: new Date(second * 1000),
      }
      await server.app.transaction((tx) => insertMirrored(tx, reading, [reads[second]]))
    }
    const kept = await server.app.db
      .selectFrom('provider_templates')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(kept).toEqual({ status: 'APPROVED' })
  })
})
