import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, NextCursor } from '../values.ts'

/** Languages that a form may be written in. */
export const FormLanguage = z.enum(['en', 'hi', 'es', 'pt-BR'])
export type FormLanguage = z.infer<typeof FormLanguage>
export const formLanguages = FormLanguage.options

const notNul = (text: string) => !text.includes('\0')
const words = (most: number) => z.string().trim().max(most).refine(notNul)
const needed = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t('fields.required') })
    .max(most)
    .refine(notNul)

/** The words of a form in one language. */
export const FormTexts = z
  .object({ heading: needed(80), text: words(300), consent: needed(600), button: needed(40) })
  .meta({ id: 'OptinFormTexts' })
export type FormTexts = z.infer<typeof FormTexts>

export const FormContent = z
  .object({
    ask_name: z.boolean(),
    /** Who reads none of these languages gets the first. */
    texts: z
      .array(z.object({ language: FormLanguage, ...FormTexts.shape }))
      .min(1)
      .max(formLanguages.length)
      .refine((all) => new Set(all.map(({ language }) => language)).size === all.length),
  })
  .meta({ id: 'OptinFormContent' })
export type FormContent = z.infer<typeof FormContent>

/** The utility template that asks a person to confirm: its first button says yes. */
export const FormConfirm = z
  .object({ template_name: z.string().min(1).max(512), language: z.string().min(2).max(20) })
  .meta({ id: 'OptinFormConfirm' })
export type FormConfirm = z.infer<typeof FormConfirm>

const values = {
  name: needed(80),
  /** For the leads of the form. */
  tag: words(60).nullable().default(null),
  content: FormContent,
  confirm: FormConfirm.nullable().default(null),
  /** People send this word to opt in. */
  keyword: words(30).nullable().default(null),
}

export const OptinForm = z
  .object({
    id: z.number(),
    name: z.string(),
    tag: z.string().nullable(),
    is_open: z.boolean(),
    version: z.number().int(),
    version_at: z.string(),
    /** The public page; with `?way=qr` for a QR code. */
    url: z.string(),
    content: FormContent,
    confirm: FormConfirm.nullable(),
    keyword: z.string().nullable(),
    /** What people send to opt in, the number they send it to and the link that prepares it. */
    join: z.object({ text: z.string(), phone: z.string().nullable(), url: z.string().nullable() }),
    /** People who agreed on it. */
    people: z.number().int(),
  })
  .meta({ id: 'OptinForm' })
export type OptinForm = z.infer<typeof OptinForm>

export const OptinProof = z
  .object({
    id: z.number(),
    /** None for a withdrawal. */
    form_id: z.number().nullable(),
    form: z.string().nullable(),
    version: z.number().int().nullable(),
    language: FormLanguage.nullable(),
    way: z.enum(['link', 'qr', 'button', 'message', 'withdrawal']),
    /**
     * `waiting`: opted out before; a form does not lift that. `asked`: we sent a question that confirms.
     * `unasked`: the question could not be sent. `opted_out`: the person withdrew.
     */
    outcome: z.enum(['opted_in', 'waiting', 'asked', 'unasked', 'opted_out']),
    lead_id: z.number().nullable(),
    address: z.string(),
    at: z.string(),
    /** What the page showed. */
    wording: FormTexts.nullable(),
    wording_sha256: z.string().nullable(),
    /** The message of the person, where one is the proof. */
    wamid: z.string().nullable(),
    answers: z.record(z.string(), z.string()),
    network: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'OptinProof' })
export type OptinProof = z.infer<typeof OptinProof>

const byId = z.object({ id: Id })
const code = z.object({ code: z.string().regex(/^[A-Za-z0-9]{1,40}$/) })
const Way = z.enum(['link', 'qr']).catch('link')

/** Forms on public pages by which people agree to messages, and the proof of it. */
export const optins = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/optins',
    summary: 'Opt-in forms with how many people agreed on each',
    response: answer({ forms: z.array(OptinForm) }),
  },
  create: {
    method: 'POST',
    path: '/marketing/api/optins',
    summary: 'Makes an opt-in form; its page is closed at first',
    body: z.object(values),
    response: answer({ form: OptinForm }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/optins/{id}',
    summary: 'An opt-in form',
    params: byId,
    response: answer({ form: OptinForm }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/optins/{id}',
    summary: 'Saves an opt-in form; other words begin a new version',
    params: byId,
    body: z.object(values),
    response: answer({ form: OptinForm }),
  },
  open: {
    method: 'POST',
    path: '/marketing/api/optins/{id}/open',
    summary: 'Opens or closes the public page of a form',
    params: byId,
    body: z.object({ is_open: z.boolean() }),
    response: answer({ form: OptinForm }),
  },
  questions: {
    method: 'GET',
    path: '/marketing/api/optins/questions',
    summary: 'Utility templates that can ask people to confirm',
    response: answer({
      questions: z.array(
        z
          .object({ ...FormConfirm.shape, body: z.string(), button: z.string() })
          .meta({ id: 'OptinQuestion' }),
      ),
    }),
  },
  proofs: {
    method: 'GET',
    path: '/marketing/api/optins/proofs',
    summary: 'Proofs of agreement, the newest first: of a form, of a lead, or all',
    query: z.object({
      form_id: Id.optional(),
      lead_id: Id.optional(),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: answer({ proofs: z.array(OptinProof), next_cursor: NextCursor }),
  },
  exportProofs: {
    method: 'GET',
    path: '/marketing/api/optins/proofs.csv',
    summary: 'All proofs of agreement as CSV',
    raw: true,
    query: z.object({ form_id: Id.optional() }),
    response: z.string(),
  },
})

/** The public page of a form. It reads no session. */
export const optinPages = endpoints({
  show: {
    method: 'GET',
    path: '/marketing/f/{code}',
    summary: 'The public page of an opt-in form',
    access: 'public',
    raw: true,
    params: code,
    query: z.object({ way: Way, lang: FormLanguage.optional().catch(undefined) }),
    response: z.string(),
  },
  submit: {
    method: 'POST',
    path: '/marketing/f/{code}',
    summary: 'Takes the answer of a person on the public page of an opt-in form',
    access: 'public',
    raw: true,
    params: code,
    body: z.object({
      /** What the page carried. */
      page: z.string().max(400).default(''),
      name: z.string().max(200).refine(notNul).default(''),
      phone: z.string().max(60).refine(notNul).default(''),
      consent: z.string().max(10).default(''),
      /** People do not see it. */
      website: z.string().max(500).default(''),
    }),
    response: z.string(),
  },
})
