import { z } from 'zod'
import { FieldKind } from '../leads/fields.ts'
import { t } from '../messages/t.ts'
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

/** What an owner says of a form. */
export const formValues = {
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
    /** Ways that are closed by themselves while the form is open. */
    ways_off: z.array(FormWay),
    version: z.number().int(),
    version_at: z.string(),
    /** Counts the edits, also those that begin no version. */
    revision: z.number().int(),
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
