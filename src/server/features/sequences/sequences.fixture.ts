import { type SequenceContent, type SequenceStep, sequences } from '#contract/growth/sequences.ts'
import { onboarding } from '#contract/onboarding.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { type Person, quiet, type TestServer } from '#test/server.ts'

export type Shop = Person & { template: number }

export const dayMs = 86_400_000

/** A business that sends from the sandbox's number; its template is marketing with the name as its one variable. */
export async function openShop(server: TestServer): Promise<Shop> {
  const person = await server.signUp()
  const { token } = person
  await server.call(onboarding.connectToken, { token, body: { token: sandboxSeed.systemUserToken } })
  await quiet(server)
  await server.call(templates.sync, { token })
  const { body } = await server.call(templates.list, { token, query: { limit: 100 } })
  const found = body.templates.find(({ template_name }) => template_name === 'weekend_offer')
  if (!found) throw new Error('the template was not brought here')
  return { ...person, template: found.id }
}

let phones = 100_000
/** Leads, with consent unless told otherwise. @returns their ids in order. */
export async function addPeople(
  { app }: TestServer,
  { businessId }: Person,
  count: number,
  more: { consent?: string; tags?: string[]; name?: string } = {},
): Promise<number[]> {
  const rows = await app.db
    .insertInto('leads')
    .values(
      Array.from({ length: count }, (_, at) => ({
        business_id: businessId,
        name: more.name ?? `Lead ${at}`,
        phone: `+9197${phones++}4444`,
        consent: more.consent ?? 'opted_in',
        tags: more.tags ?? [],
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const send = ({ template }: Shop): SequenceStep => ({
  kind: 'send',
  template_id: template,
  parameters: { 1: { field: 'name' } },
})
export const wait = (days: number, more: { hours?: number; at?: string; weekday?: number } = {}) => ({
  kind: 'wait' as const,
  days,
  hours: more.hours ?? 0,
  at: more.at ?? null,
  weekday: more.weekday ?? null,
})

export const contentWith = (steps: SequenceStep[], more: Partial<SequenceContent> = {}): SequenceContent => ({
  trigger: { on: 'hand' },
  again: false,
  clock: 'business',
  stops: { reply: true, conversion: true, tag: null, goal_tag: null },
  quiet: null,
  cap: null,
  steps,
  ...more,
})

/** A sequence that runs. */
export async function runningSequence(
  server: TestServer,
  { token }: Person,
  content: SequenceContent,
): Promise<number> {
  const made = await server.call(sequences.create, { token, body: { name: 'Welcome', content } })
  if (made.status !== 200) throw new Error(`not made: ${JSON.stringify(made.body)}`)
  const { id } = made.body.sequence
  const run = await server.call(sequences.run, { token, params: { id }, body: { running: true } })
  if (run.status !== 200) throw new Error(`not started: ${JSON.stringify(run.body)}`)
  return id
}

/** What waits in the outbox for people of a sequence has left. */
export async function messagesLeave({ app }: TestServer, id: number): Promise<void> {
  await app.db
    .updateTable('messages')
    .set({ status: 'sent', due_at: null, accepted_at: new Date() })
    .where('sequence_id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** The same app at another time. */
export const later = (app: App, ms: number): App => ({
  ...app,
  now: () => new Date(Date.now() + ms),
  transaction: (work) => app.transaction((tx) => work({ ...tx, now: () => new Date(Date.now() + ms) })),
})
