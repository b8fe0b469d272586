import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, NextCursor } from '../values.ts'
import {
  FormConfirm,
  FormLanguage,
  FormTexts,
  FormWay,
  formValues,
  largestPhoto,
  OptinForm,
} from './optin-form.ts'
import { OptinProof, OptinReceipt, OptinRecord } from './optin-proofs.ts'
import { Paper, PosterBy } from './poster.ts'

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
    body: z.object(formValues),
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
    body: z.object({
      ...formValues,
      /** Of the form that was read: an edit in between is not written over. */
      revision: z.int32().min(1).optional(),
    }),
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
  openWay: {
    method: 'POST',
    path: '/marketing/api/optins/{id}/ways/{way}',
    summary: 'Opens or closes one way to opt in by a form',
    description:
      'The page by its link or its QR code, the widget on websites, the code of posters and message links, the keyword. A form that is closed takes nothing by any way.',
    params: z.object({ id: Id, way: FormWay }),
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
      /** Whether another could, and waits for WhatsApp's review. */
      in_review: z.boolean(),
    }),
  },
  poster: {
    method: 'GET',
    path: '/marketing/api/optins/{id}/poster',
    summary: 'What stands on the poster of an opt-in form',
    params: byId,
    query: z.object({ lang: FormLanguage.optional(), by: PosterBy.default('code') }),
    response: answer({ poster: Poster }),
  },
  posterFile: {
    method: 'GET',
    path: '/marketing/api/optins/{id}/poster.pdf',
    summary: 'The poster of an opt-in form as a PDF file, for A4 or A6',
    raw: true,
    params: byId,
    query: z.object({
      lang: FormLanguage.optional(),
      by: PosterBy.default('code'),
      size: Paper.default('a4'),
    }),
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
  receiptPdf: {
    method: 'GET',
    path: '/marketing/api/optins/receipts/{id}/receipt.pdf',
    summary: 'The same as a PDF file',
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
