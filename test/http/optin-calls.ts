import { sql } from 'kysely'
import { optins } from '#contract/growth/optins.ts'
import type { Person, TestServer } from '../server.ts'
import type { EndpointCall } from './endpoint-call.ts'
import type { WholeBusiness } from './whole-business.ts'

const values = (word: string) => ({
  name: `${word} form`,
  tag: null,
  content: {
    ask_name: true,
    texts: [
      {
        language: 'en' as const,
        heading: `${word} news`,
        text: '',
        consent: `I agree to messages of ${word}`,
        button: 'Join',
      },
    ],
  },
})

/** @returns the id of a form of the business, with one proof. */
export async function addOptinForm(
  server: TestServer,
  { token, businessId }: Person,
  word: string,
): Promise<number> {
  const made = await server.call(optins.create, { token, body: values(word) })
  const { id } = made.body.form
  await sql`
    insert into optin_proofs (business_id, form_id, version, language, way, outcome, address, wording_sha256, answers,
      page_id, at)
    values (${businessId}, ${id}, 1, 'en', 'link', 'opted_in', '+919833300077', '\\x00', '{}', ${word}, now())`.execute(
    server.app.db,
  )
  await sql`
    insert into optin_attempts (business_id, subject, hour, count)
    values (${businessId}, ${word}, now(), 1)`.execute(server.app.db)
  await sql`
    insert into optin_confirmations (business_id, form_id, version, language, address, name, message_id, button, state,
      asked_at, expires_at)
    values (${businessId}, ${id}, 1, 'en', '+919833300077', ${word}, 1, 'Yes', 'asked', now(), now())`.execute(
    server.app.db,
  )
  return id
}

const form = (of: WholeBusiness) => of.optinForm
const ofForm = (own: WholeBusiness) => ({ params: { id: form(own) } })
const ids = { 'params.id': form }

/** The calls of opt-in forms. */
export const optinCalls: Record<string, EndpointCall> = {
  'optins.list': { own: () => ({}) },
  'optins.get': { own: ofForm, ids },
  'optins.create': { own: ({ word }) => ({ body: values(word) }) },
  'optins.save': { own: (own) => ({ ...ofForm(own), body: values(own.word) }), ids },
  'optins.open': { own: (own) => ({ ...ofForm(own), body: { is_open: true } }), ids },
  'optins.questions': { own: () => ({}), mute: true },
  'optins.proofs': {
    own: (own) => ({ query: { form_id: form(own), lead_id: own.leads[0]! } }),
    ids: { 'query.form_id': form, 'query.lead_id': (of) => of.leads[0]! },
    finds: 'nothing',
    mute: true,
  },
  'optins.exportProofs': {
    own: (own) => ({ query: { form_id: form(own) } }),
    ids: { 'query.form_id': form },
    finds: 'nothing',
    mute: true,
  },
  // No such page.
  'optinPages.show': { own: () => ({ params: { code: 'none' } }), status: 404 },
  'optinPages.submit': { own: () => ({ params: { code: 'none' }, body: { page: 'none' } }), status: 404 },
}
