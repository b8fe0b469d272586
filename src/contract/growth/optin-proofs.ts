import { z } from 'zod'
import { FormLanguage, FormTexts } from './optin-form.ts'

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
