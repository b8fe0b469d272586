import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { FieldKind } from '../leads/fields.ts'
import { FormLanguage, FormTexts } from './optin-form.ts'

const notNul = (text: string) => !text.includes('\0')
const code = z.object({ code: z.string().regex(/^[A-Za-z0-9]{1,40}$/) })
const Way = z.enum(['link', 'qr']).catch('link')

const Sent = z.object({
  /** What the page carried. */
  page: z.string().max(400).default(''),
  name: z.string().max(200).refine(notNul).default(''),
  phone: z.string().max(60).refine(notNul).default(''),
  /** Of a phone without its country code, ISO 3166-1 alpha-2; else that of the business. */
  country: z.string().max(10).default(''),
  consent: z.string().max(10).default(''),
  /** Of the form's other fields, by their places from 0. A page sends them as `f0`, `f1` … */
  values: z.record(z.string().regex(/^\d$/), z.string().max(300).refine(notNul)).default({}),
  /** Of a page whose form is flooded: what its script found. */
  work: z.string().max(20).default(''),
  /** People do not see it. */
  website: z.string().max(500).default(''),
})

/** What a form on a site shows: the words of the business, and the names of the fields. */
export const WidgetWords = z
  .object({
    language: FormLanguage,
    business: z.string(),
    ...FormTexts.shape,
    ask_name: z.boolean(),
    fields: z.array(
      z.object({
        label: z.string(),
        kind: z.enum(['email', ...FieldKind.options]),
        required: z.boolean(),
        /** Of a choice; also of yes and no. */
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
    name: z.string(),
    phone: z.string(),
    /** Of the choice of country codes, and the country of the business, ISO 3166-1 alpha-2. */
    code: z.string(),
    country: z.string(),
    codes: z.array(z.object({ value: z.string(), label: z.string() })),
    close: z.string(),
    /** What follows the answer, where the person confirms on WhatsApp; the number that writes and the address. */
    next: z.string(),
    from: z.string(),
    privacy: z.object({ label: z.string(), url: z.string() }),
    /** The form's other languages, and what the choice of them is called. */
    langs: z.string(),
    others: z.array(z.object({ language: FormLanguage, label: z.string() })),
    /** Where no answer arrived. */
    failed: z.string(),
    /** Comes back with the answer. */
    page: z.string(),
    /** The work to do before an answer, in bits; 0: none. */
    work: z.number().int(),
  })
  .meta({ id: 'OptinWidgetWords' })
export type WidgetWords = z.infer<typeof WidgetWords>

/** What is wrong with an answer: at a field of the form, or with the page as a whole. */
export const FormFault = z.object({
  fault: z.enum(['old', 'fast', 'needPhone', 'needConsent', 'needField', 'badField', 'tooMany', 'work']),
  /** The place of the lead's field at fault, from 0. */
  field: z.number().int().nullable(),
})
export type FormFault = z.infer<typeof FormFault>

/** `thanks` is the same for all people: it does not tell who opted out before. */
export const WidgetAnswer = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('thanks'), heading: z.string(), text: z.string(), note: z.string() }),
    z.object({
      outcome: z.literal('again'),
      /** In the order of the fields. */
      faults: z.array(FormFault.extend({ sentence: z.string() })).min(1),
      words: WidgetWords,
    }),
  ])
  .meta({ id: 'OptinWidgetAnswer' })
export type WidgetAnswer = z.infer<typeof WidgetAnswer>

/** The public page of a form, and the form on sites of the business. They read no session. */
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
    body: Sent,
    response: z.string(),
  },
  photo: {
    method: 'GET',
    path: '/marketing/f/{code}/photo/{hash}',
    summary: 'The picture on the public page of an opt-in form',
    access: 'public',
    raw: true,
    params: code.extend({ hash: z.string().regex(/^[0-9a-f]{16}$/) }),
    response: z.unknown(),
  },
  words: {
    method: 'GET',
    path: '/marketing/f/{code}/widget',
    summary: 'What an opt-in form shows on a site that may show it',
    access: 'public',
    params: code,
    query: z.object({ lang: FormLanguage.optional().catch(undefined) }),
    response: answer({ words: WidgetWords }),
  },
  answer: {
    method: 'POST',
    path: '/marketing/f/{code}/widget',
    summary: 'Takes the answer of a person on a site',
    access: 'public',
    params: code,
    body: Sent,
    response: answer({ answer: WidgetAnswer }),
  },
})
