import { z } from 'zod'
import { t } from '../messages/t.ts'
import { isVisible } from '../text/visible.ts'
import { Id } from '../values.ts'

/** WhatsApp's own limits. Source: facts of the Cloud API, free messages. */
export const limits = {
  text: 4096,
  buttonsText: 1024,
  caption: 1024,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  rowTitle: 24,
  rowDescription: 72,
  menu: 20,
} as const

export const Text = z
  .string()
  .max(limits.text, { error: () => t('conversations.textLength') })
  .refine(isVisible, { error: () => t('conversations.textRequired') })

/** By which a kept text is found. */
export const Shortcut = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_-]{1,40}$/u, { error: () => t('conversations.shortcut') })

const isOneLine = (text: string): boolean => !/[\r\n\t]/.test(text)

/** A title on a button or a row: one line, something to read. */
const Title = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t('conversations.titleRequired') })
    .max(most, { error: () => t('conversations.titleLength', { most }) })
    .refine((title) => isVisible(title) && isOneLine(title), {
      error: () => t('conversations.titleRequired'),
    })

const areDifferent = (titles: readonly string[]): boolean => new Set(titles).size === titles.length
const different = { error: () => t('conversations.titlesDiffer') }

const Place = z.string().trim().max(1000)

/** What can be sent in a conversation. All but a template only while the reply window is open. */
export const OutgoingMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: Text }),
  z.object({
    type: z.literal('buttons'),
    text: Text.max(limits.buttonsText, { error: () => t('conversations.buttonsTextLength') }),
    buttons: z
      .array(Title(limits.buttonTitle))
      .min(1, { error: () => t('conversations.titleRequired') })
      .max(limits.buttons)
      .refine(areDifferent, different),
  }),
  z.object({
    type: z.literal('list'),
    text: Text,
    /** On the button that opens the list. */
    menu: Title(limits.menu),
    rows: z
      .array(
        z.object({
          title: Title(limits.rowTitle),
          description: z
            .string()
            .trim()
            .max(limits.rowDescription, {
              error: () => t('conversations.titleLength', { most: limits.rowDescription }),
            })
            .optional(),
        }),
      )
      .min(1, { error: () => t('conversations.titleRequired') })
      .max(limits.rows)
      .refine((rows) => areDifferent(rows.map(({ title }) => title)), different),
  }),
  z.object({
    type: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: Place.optional(),
    address: Place.optional(),
  }),
  z.object({
    type: z.literal('contact'),
    name: z
      .string()
      .trim()
      .min(1, { error: () => t('conversations.contactName') })
      .max(200)
      .refine(isVisible, { error: () => t('conversations.contactName') }),
    /** With the country's code, as in +91 98230 41576. */
    phone: z
      .string()
      .trim()
      .regex(/^\+[\d ()-]{6,30}$/, { error: () => t('conversations.contactPhone') })
      .refine((phone) => /^\+[1-9]\d{6,14}$/.test(phone.replace(/[ ()-]/g, '')), {
        error: () => t('conversations.contactPhone'),
      })
      .meta({ examples: ['+91 98230 41576'] }),
    email: z
      .string()
      .trim()
      .max(254)
      .email({ error: () => t('leads.emailInvalid') })
      .optional(),
    company: z.string().trim().max(200).optional(),
  }),
  z.object({
    type: z.literal('file'),
    file_id: Id,
    caption: z.string().max(limits.caption).optional(),
  }),
  z.object({
    type: z.literal('reaction'),
    wamid: z.string().min(1).max(300),
    /** Empty: the reaction is taken back. */
    emoji: z
      .string()
      .max(32)
      .regex(/^$|^[^\p{L}]*(\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3)[^\p{L}]*$/u, {
        error: () => t('conversations.oneEmoji'),
      })
      .meta({ examples: ['👍'] }),
  }),
  z.object({
    type: z.literal('template'),
    name: z.string().trim().min(1).max(512),
    language: z.string().trim().min(2).max(20),
    parameters: z.array(z.string().max(1024)).max(100).default([]),
  }),
])
export type OutgoingMessage = z.infer<typeof OutgoingMessage>
