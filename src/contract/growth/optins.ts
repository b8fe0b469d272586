import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { FieldKind } from '../leads/fields.ts'
import { t } from '../messages/t.ts'
import { Id, NextCursor } from '../values.ts'
import { PageAddress, Site } from './site.ts'

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

/** What a form can ask beside name and phone at most. */
export const mostFormFields = 10

/** A field of the lead that a form asks for. */
export const FormField = z
  .object({
    is: z.enum(['email', 'custom']),
    /** Of a custom field. */
    name: words(60).default(''),
    required: z.boolean(),
    /** What the page calls it; its name where nothing is written. */
    labels: z.partialRecord(FormLanguage, words(80)).default({}),
    /** As the custom field was when the form was saved. */
    kind: FieldKind.default('text'),
    choices: z.array(z.string().max(100)).max(50).default([]),
  })
  .meta({ id: 'OptinFormField' })
export type FormField = z.infer<typeof FormField>

export const FormContent = z
  .object({
    ask_name: z.boolean(),
    fields: z
      .array(FormField)
      .max(mostFormFields)
      .refine((all) => new Set(all.map(({ is, name }) => `${is} ${name.toLowerCase()}`)).size === all.length)
      .default([]),
    /** Where people read what happens with their data. */
    privacy_url: PageAddress.default(''),
    /** Where the business is, for the end of the page. */
    address: words(200).default(''),
    /** Who reads none of these languages gets the first. */
    texts: z
      .array(
        z.object({
          language: FormLanguage,
          ...FormTexts.shape,
          /** The answer to who joins by a message; empty: none. */
          welcome: words(1000).default(''),
        }),
      )
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
  /** Whose pages may show the form. */
  sites: z.array(Site).max(20).default([]),
}

/** The largest picture that is taken, and the shape in which a page shows it. */
export const largestPhoto = 10 * 1024 * 1024
export const photoWidth = 800
export const photoHeight = 320

export const FormWay = z.enum(['link', 'qr', 'widget', 'code', 'keyword'])
export type FormWay = z.infer<typeof FormWay>

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
    /** The path of the picture on its page. */
    photo: z.string().nullable(),
    /** Origins of the sites that may show the form. */
    sites: z.array(z.string()),
    /** What people send to opt in, the number they send it to and the link that prepares it. */
    join: z.object({
      text: z.string(),
      phone: z.string().nullable(),
      url: z.string().nullable(),
      /** Whether the link is WhatsApp's own short one. */
      short: z.boolean(),
    }),
    /** People who agreed on it. */
    people: z.number().int(),
    /**
     * The same by the way they came: the page, its QR code, a site, the code that a poster or a link has them send, the
     * keyword. Who came by two counts for both.
     */
    ways: z.array(
      z.object({
        way: FormWay,
        people: z.number().int(),
        /** As `visits` of the form, since they are counted by way; a message that opts in has none. */
        visits: z.number().int(),
        /** People who agreed, of those days. */
        agreed: z.number().int(),
      }),
    ),
    /** Different visitors of each day, since visits are counted; programs are left out. */
    visits: z.number().int(),
    /** People who agreed on the page or the widget, of those days. */
    agreed_on_page: z.number().int(),
  })
  .meta({ id: 'OptinForm' })
export type OptinForm = z.infer<typeof OptinForm>

export const OptinRecord = z.enum(['proof', 'change'])

export const OptinProof = z
  .object({
    /** `proof`: of a form, a code or a keyword. `change`: of a consent that changed in any other way. */
    record: OptinRecord,
    /** Among its kind of record. */
    id: z.number(),
    /** None for a withdrawal. */
    form_id: z.number().nullable(),
    form: z.string().nullable(),
    version: z.number().int().nullable(),
    language: FormLanguage.nullable(),
    /**
     * Of a change. `reply`: their message; `whatsapp`: their settings there; `refused`: WhatsApp reports it; `team`: a
     * person of the business; `number`: the number has another owner now.
     */
    way: z.enum([
      'link',
      'qr',
      'button',
      'message',
      'withdrawal',
      'widget',
      'reply',
      'whatsapp',
      'refused',
      'team',
      'import',
      'api',
      'number',
      'other',
    ]),
    /**
     * `waiting`: opted out before; a form does not lift that. `asked`: we sent a question that confirms.
     * `unasked`: the question could not be sent. `opted_out`: the person withdrew. `none`: a consent was taken back by the business.
     */
    outcome: z.enum(['opted_in', 'waiting', 'asked', 'unasked', 'opted_out', 'none']),
    lead_id: z.number().nullable(),
    address: z.string(),
    at: z.string(),
    /** What the page or poster showed; null: it showed nothing, or it is not known what. */
    wording: FormTexts.extend({
      /** What the other fields were called. */
      labels: z.array(z.string()),
    }).nullable(),
    wording_sha256: z.string().nullable(),
    /** The message of the person, where one is the proof. */
    wamid: z.string().nullable(),
    answers: z.record(z.string(), z.string()),
    network: z.string().nullable(),
    user_agent: z.string().nullable(),
    /** The site that showed the form, by what the browser said. */
    site: z.string().nullable(),
    /** Who of the business recorded it. */
    by: z.string().nullable(),
  })
  .meta({ id: 'OptinProof' })
export type OptinProof = z.infer<typeof OptinProof>

/** A proof as a document of its own. */
export const OptinReceipt = OptinProof.extend({
  business: z.string(),
  /** The page on which the person agreed; of a form on a site, the site. */
  page: z.string().nullable(),
  hash: z
    .object({
      algorithm: z.literal('SHA-256'),
      encoding: z.literal('UTF-8'),
      /** Exactly this text: heading, text, consent, button and the labels of the other fields, one a line. */
      of: z.string(),
      hex: z.string(),
    })
    .nullable(),
}).meta({ id: 'OptinReceipt' })
export type OptinReceipt = z.infer<typeof OptinReceipt>

/** The words of a poster, in one language of the form. */
export const Poster = z
  .object({
    ...FormTexts.omit({ button: true }).shape,
    language: FormLanguage,
    business: z.string(),
    /** What its QR code holds: the link that prepares a message, or the public page where no number is connected. */
    address: z.string(),
    /** What a person does, in order. */
    steps: z.array(z.object({ title: z.string(), text: z.string() })),
    /** For people without a camera. */
    without: z.string(),
  })
  .meta({ id: 'OptinPoster' })
export type Poster = z.infer<typeof Poster>

export const Paper = z.enum(['a4', 'a6'])
export type Paper = z.infer<typeof Paper>

const byId = z.object({ id: Id })

/** Forms on public pages by which people agree to messages, and the proof of it. */
export const optins = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/optins',
    summary: 'Opt-in forms with how many people agreed on each, and how many agreed and withdrew lately',
    response: answer({
      forms: z.array(OptinForm),
      /** People of the last so many days. */
      recent: z.object({
        days: z.number().int(),
        opted_in: z.number().int(),
        opted_out: z.number().int(),
      }),
    }),
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
  setPhoto: {
    method: 'POST',
    path: '/marketing/api/optins/{id}/photo',
    summary: 'Puts a picture at the top of the page of a form',
    description: 'JPEG, PNG or WebP up to 10 MB, judged by its content. It is cut to 5:2 and made small.',
    multipart: true,
    maxBytes: largestPhoto + 1024 * 1024,
    params: byId,
    body: z.object({ file: z.string() }),
    response: answer({ form: OptinForm }),
  },
  removePhoto: {
    method: 'DELETE',
    path: '/marketing/api/optins/{id}/photo',
    summary: 'Takes the picture off the page of a form',
    params: byId,
    response: answer({ form: OptinForm }),
  },
  shortLink: {
    method: 'POST',
    path: '/marketing/api/optins/{id}/short-link',
    summary: 'Has WhatsApp make a short link and QR code for the message that opts in',
    params: byId,
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
  poster: {
    method: 'GET',
    path: '/marketing/api/optins/{id}/poster',
    summary: 'What stands on the poster of an opt-in form',
    params: byId,
    query: z.object({ lang: FormLanguage.optional() }),
    response: answer({ poster: Poster }),
  },
  posterFile: {
    method: 'GET',
    path: '/marketing/api/optins/{id}/poster.pdf',
    summary: 'The poster of an opt-in form as a PDF file, for A4 or A6',
    raw: true,
    params: byId,
    query: z.object({ lang: FormLanguage.optional(), size: Paper.default('a4') }),
    response: z.string(),
  },
  proofs: {
    method: 'GET',
    path: '/marketing/api/optins/proofs',
    summary: 'Proofs of agreement, the newest first: of a form, of a lead, one, or all',
    query: z.object({
      id: Id.optional(),
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
  consents: {
    method: 'GET',
    path: '/marketing/api/optins/consents',
    summary: 'Where a lead agreed and withdrew, in whichever way, the newest first',
    query: z.object({ lead_id: Id }),
    response: answer({ consents: z.array(OptinProof) }),
  },
  receipt: {
    method: 'GET',
    path: '/marketing/api/optins/receipts/{id}',
    summary: 'The receipt of a proof, or of a change of consent',
    params: byId,
    query: z.object({ record: OptinRecord.default('proof') }),
    response: answer({ receipt: OptinReceipt }),
  },
  receiptFile: {
    method: 'GET',
    path: '/marketing/api/optins/receipts/{id}/receipt.json',
    summary: 'The same as a file',
    raw: true,
    params: byId,
    query: z.object({ record: OptinRecord.default('proof') }),
    response: z.string(),
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
