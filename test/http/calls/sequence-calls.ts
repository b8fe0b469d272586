import { sql } from 'kysely'
import { sequences } from '#contract/growth/sequences.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** One that runs, with a person in it who waits; and one that was not started. */
export type BusinessSequence = { id: number; spare: number; person: number }

const content = (template: number, form: number | null = null) => ({
  trigger: form === null ? { on: 'hand' as const } : { on: 'form' as const, form_id: form },
  again: true,
  stops: { reply: true, conversion: true, tag: null, goal_tag: null },
  quiet: null,
  cap: null,
  steps: [
    { kind: 'send' as const, template_id: template, parameters: { 1: { field: 'name' as const } } },
    { kind: 'wait' as const, days: 30, hours: 0, at: null, weekday: null },
  ],
})

export async function addSequence(
  server: TestServer,
  { token, businessId }: Person,
  { word, template, lead }: { word: string; template: number; lead: number },
): Promise<BusinessSequence> {
  const make = async (name: string) => {
    const body = { name, content: content(template) }
    return (await server.call(sequences.create, { token, body })).body.sequence.id
  }
  const id = await make(`${word} welcome`)
  const spare = await make(`${word} spare`)
  await sql`update sequences set state = 'running', started_at = now() where id = ${id}`.execute(
    server.app.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
    values (${businessId}, ${id}, 1, ${lead}, 'active', 1, now() + interval '9 days', now()) returning id`.execute(
    server.app.db,
  )
  await sql`
    insert into sequence_contents (business_id, sequence_id, version, step, source_sha256, content_id)
    values (${businessId}, ${id}, 1, 0, '\\x00', 1)`.execute(server.app.db)
  await sql`insert into sequence_members (business_id, sequence_id, lead_id)
    values (${businessId}, ${id}, ${lead})`.execute(server.app.db)
  return { id, spare, person: Number(rows[0]!.id) }
}

const sequence = (of: WholeBusiness) => of.sequence.id
const template = (of: WholeBusiness) => of.template.id
const form = (of: WholeBusiness) => of.optin.form
const number = (of: WholeBusiness) => of.account.phone_number_id
const ofSequence = (own: WholeBusiness) => ({ params: { id: sequence(own) } })
const ids = { 'params.id': sequence }
const named = {
  'body.content.steps[].template_id': template,
  'body.content.steps[].user_id': (of: WholeBusiness) => of.person.userId,
  'body.content.trigger.form_id': form,
  'body.phone_number_id': number,
}
const withHandOver = (given: ReturnType<typeof content>, user_id: number) => ({
  ...given,
  steps: [...given.steps, { kind: 'hand_over' as const, user_id, note: '' }],
})
const values = (own: WholeBusiness) => ({
  name: `${own.word} series`,
  content: withHandOver(content(template(own), form(own)), own.person.userId),
  phone_number_id: number(own),
})

/** Begun by a segment of another business. */
const bySegment = (own: WholeBusiness, other: WholeBusiness) => ({
  ...values(own),
  content: { ...values(own).content, trigger: { on: 'segment', segment: other.segment } },
})

/** The calls of sequences. */
export const sequenceCalls: Record<string, EndpointCall> = {
  'sequences.list': { own: () => ({}) },
  'sequences.get': { own: ofSequence, ids },
  'sequences.create': {
    own: (own) => ({ body: values(own) }),
    ids: named,
    also: {
      'a segment that begins it': (own, other) => ({ body: bySegment(own, other) }),
      'a colleague of another': (own, other) => ({
        body: { ...values(own), content: withHandOver(content(template(own)), other.person.userId) },
      }),
    },
  },
  'sequences.save': {
    own: (own) => ({ ...ofSequence(own), body: { ...values(own), version: 1 } }),
    ids: { ...ids, ...named },
    also: {
      'a segment that begins it': (own, other) => ({
        ...ofSequence(own),
        body: { ...bySegment(own, other), version: 1 },
      }),
    },
    once: true,
  },
  'sequences.people': { own: ofSequence, ids },
  'sequences.add': {
    own: (own) => ({ ...ofSequence(own), body: { audience: { lead_ids: [own.leads[1]!] } } }),
    ids: { ...ids, 'body.audience.lead_ids[]': (of) => of.leads[1]! },
  },
  'sequences.stop': {
    own: (own) => ({ params: { id: sequence(own), person_id: own.sequence.person } }),
    ids: { ...ids, 'params.person_id': (of) => of.sequence.person },
  },
  'sequences.run': {
    own: (own) => ({ ...ofSequence(own), body: { running: false } }),
    ids: { ...ids, 'body.agreed_templates[]': template },
  },
  'sequences.remove': {
    own: (own) => ({ params: { id: own.sequence.spare } }),
    ids: { 'params.id': (of) => of.sequence.spare },
  },
}
