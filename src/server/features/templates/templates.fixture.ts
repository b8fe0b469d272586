import { templates } from '#contract/templates.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

/** Where templates are tested: a server whose sandbox reviews within moments, and short words for its calls. */
export async function openTemplates(options: { jobs?: boolean } = {}) {
  const server = await openTestServer({
    jobs: true,
    ...options,
    sandbox: { delays: { review: [30, 60], account: [5, 10] } },
  })
  return { server, of: (person: Person) => callsOf(server, person) }
}

/** Reviews end only when a test says so: until then an edit is seen in review, however busy the machine is. */
export async function withoutReviews(server: TestServer, work: () => Promise<void>): Promise<void> {
  const { review } = server.sandbox.world.settings.delays
  server.sandbox.settings({ delays: { review: [600_000, 600_000] } })
  try {
    await work()
  } finally {
    server.sandbox.settings({ delays: { review } })
  }
}

/**
 * The same with one person whose account is connected and synced for the first time.
 * @param options.jobs false: nothing happens by itself, and no review comes back.
 */
export async function openConnectedTemplates(options: { jobs?: boolean } = {}) {
  const { server, of } = await openTemplates(options)
  const person = await server.signUp()
  const account = await connectSeededAccount(server, person)
  if (options.jobs === false) await of(person).sync()
  await eventually('the first sync', async () => {
    const { body } = await server.call(templates.listMeta, { token: person.token })
    return body.synced_at && body.templates.length > 0
  })
  return { server, person, account, mine: of(person) }
}

export type TemplateCalls = ReturnType<typeof callsOf>

const message = 'Hello {{name}}, your parcel has been sent today and reaches you soon.'
let count = 0

/** Words that no other template of this process has. */
export function freshText(): { title: string; message: string } {
  count += 1
  return { title: `Parcel ${count}`, message: `${message} Lot number ${count} of our shop.` }
}

function callsOf(server: TestServer, { token }: Person) {
  const add = (body: object) => server.call(templates.add, { token, body: { ...freshText(), ...body } })
  const get = async (id: number) => {
    const { body } = await server.call(templates.get, { token, params: { id } })
    return body.template
  }
  return {
    add,
    get,
    /** Adds one that is taken. */
    added: async (body: object = {}) => {
      const answer = await add(body)
      if (answer.body.message !== 'Template added') throw new Error(`not added: ${answer.body.message}`)
      return answer.body.template
    },
    change: (
      id: number,
      body: { title: string; message: string; type?: 'marketing' | 'transactional' | 'otp' },
    ) => server.call(templates.change, { token, params: { id }, body }),
    remove: (id: number) => server.call(templates.remove, { token, params: { id } }),
    list: async (query: { status?: string; search?: string; limit?: number; cursor?: string } = {}) => {
      const { body } = await server.call(templates.list, { token, query })
      return body
    },
    sync: () => server.call(templates.sync, { token } as never),
    approved: (id: number) => withStatus(id, 'approved'),
    withStatus,
  }

  function withStatus(id: number, status: string) {
    return eventually(`the status ${status}`, async () => {
      const template = await get(id)
      return template.status === status && template
    })
  }
}
