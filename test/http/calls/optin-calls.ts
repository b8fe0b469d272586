import { sql } from 'kysely'
import { optins } from '#contract/growth/optins.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

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

/** A form of the business, with one proof. @returns their ids. */
export async function addOptinForm(
  server: TestServer,
  { token, businessId }: Person,
  word: string,
): Promise<WholeBusiness['optin']> {
  const made = await server.call(optins.create, { token, body: values(word) })
  const { id } = made.body.form
  const { rows } = await sql<{ id: number }>`
    insert into optin_proofs (business_id, form_id, version, language, way, outcome, address, wording_sha256, answers,
      page_id, at)
    values (${businessId}, ${id}, 1, 'en', 'link', 'opted_in', '+919833300077', '\\x00', '{}', ${word}, now())
    returning id`.execute(server.app.db)
  await server.call(optins.poster, { token, params: { id } })
  await sql`
    insert into optin_attempts (business_id, subject, hour, count)
    values (${businessId}, ${word}, now(), 1)`.execute(server.app.db)
  await sql`
    insert into optin_confirmations (business_id, form_id, version, language, address, name, message_id, button, state,
      asked_at, expires_at)
    values (${businessId}, ${id}, 1, 'en', '+919833300077', ${word}, 1, 'Yes', 'asked', now(), now())`.execute(
    server.app.db,
  )
  await sql`
    insert into optin_visits (business_id, form_id, day, pages, people)
    values (${businessId}, ${id}, '2026-11-01', 1, 1)`.execute(server.app.db)
  await sql`
    insert into optin_visitors (business_id, form_id, day, visitor)
    values (${businessId}, ${id}, current_date, '\\x00')`.execute(server.app.db)
  return { form: id, proof: Number(rows[0]?.id) }
}

/** One grey pixel. */
const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const form = (of: WholeBusiness) => of.optin.form
const ofForm = (own: WholeBusiness) => ({ params: { id: form(own) } })
const ids = { 'params.id': form }
const ofProof = (own: WholeBusiness) => ({ params: { id: own.optin.proof }, query: {} })

/** The calls of opt-in forms. */
export const optinCalls: Record<string, EndpointCall> = {
  'optins.list': { own: () => ({}) },
  'optins.get': { own: ofForm, ids },
  'optins.create': { own: ({ word }) => ({ body: values(word) }) },
  'optins.save': { own: (own) => ({ ...ofForm(own), body: values(own.word) }), ids },
  'optins.open': { own: (own) => ({ ...ofForm(own), body: { is_open: true } }), ids },
  'optins.openWay': {
    own: (own) => ({ params: { ...ofForm(own).params, way: 'code' }, body: { is_open: true } }),
    ids,
  },
  'optins.poster': { own: ofForm, ids },
  'optins.posterFile': { own: ofForm, ids, mute: true, slow: true },
  'optins.shortLink': { own: ofForm, ids },
  'optins.setPhoto': {
    own: (own) => ({ ...ofForm(own), form: { file: { name: 'a.png', content: smallPng } } }),
    ids,
  },
  'optins.removePhoto': { own: ofForm, ids },
  'optins.questions': { own: () => ({}), mute: true },
  'optins.proofs': {
    own: (own) => ({ query: { id: own.optin.proof, form_id: form(own), lead_id: own.leads[0]! } }),
    ids: { 'query.id': (of) => of.optin.proof, 'query.form_id': form, 'query.lead_id': (of) => of.leads[0]! },
    finds: 'nothing',
    mute: true,
  },
  'optins.consents': {
    own: (own) => ({ query: { lead_id: own.leads[0]! } }),
    ids: { 'query.lead_id': (of) => of.leads[0]! },
    finds: 'nothing',
    mute: true,
  },
  'optins.receipt': { own: ofProof, ids: { 'params.id': (of) => of.optin.proof } },
  'optins.receiptFile': { own: ofProof, ids: { 'params.id': (of) => of.optin.proof } },
  'optins.receiptPdf': { own: ofProof, ids: { 'params.id': (of) => of.optin.proof } },
  'optins.exportProofs': {
    own: (own) => ({ query: { form_id: form(own) } }),
    ids: { 'query.form_id': form },
    finds: 'nothing',
    mute: true,
  },
  // No such page.
  'optinPages.photo': { own: () => ({ params: { code: 'none', hash: '0123456789abcdef' } }), status: 404 },
  'optinPages.show': { own: () => ({ params: { code: 'none' } }), status: 404 },
  'optinPages.words': { own: () => ({ params: { code: 'none' } }), status: 404 },
  'optinPages.answer': { own: () => ({ params: { code: 'none' }, body: { page: 'none' } }), status: 404 },
  'optinPages.submit': { own: () => ({ params: { code: 'none' }, body: { page: 'none' } }), status: 404 },
}
