import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'

export const HelpMessage = z.object({
  /** Where the reply goes; it need not be the address of the account. */
  email: z
    .string()
    .trim()
    .min(1, { error: () => t('help.emailRequired') })
    .max(254)
    .email({ error: () => t('help.emailInvalid') }),
  message: z
    .string()
    .trim()
    .min(1, { error: () => t('help.messageRequired') })
    .max(5_000, { error: () => t('help.messageLength') }),
})

/** A message as the operator reads it. */
export const KeptHelpMessage = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
  read: z.boolean(),
})

/** A place in the operator's list: the number of its last message. */
const Place = z.string().regex(/^\d{1,15}$/, { error: () => t('help.unknownPage') })

export const help = endpoints({
  send: {
    method: 'POST',
    path: '/marketing/api/help/messages',
    summary: 'Send a message to the support',
    description: 'Kept for the operator of the install, and mailed where SMTP is set.',
    body: HelpMessage,
    response: answer({}),
  },
  inbox: {
    method: 'GET',
    path: '/marketing/api/help/messages',
    summary: 'What people wrote to the support, the newest first',
    description: 'For the operator of the install alone.',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), cursor: Place.optional() }),
    response: answer({
      messages: z.array(KeptHelpMessage),
      next_cursor: z.string().nullable(),
      unread: z.number().int(),
    }),
  },
  markRead: {
    method: 'POST',
    path: '/marketing/api/help/messages/read',
    summary: 'Mark messages as read, up to the newest that was seen',
    description: 'For the operator of the install alone.',
    body: z.object({ up_to: Place }),
    response: answer({ unread: z.number().int() }),
  },
  contact: {
    method: 'GET',
    path: '/marketing/api/help/contact',
    summary: 'Where the operator of this install can be reached',
    response: answer({
      /** Absent where the operator named none: the form is then the way. */
      email: z.string().nullable(),
    }),
  },
})
