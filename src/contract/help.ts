import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'

export const HelpMessage = z.object({
  /** Where the reply goes; it need not be the address of the account. */
  email: z.string().trim().min(1, 'Email is required.').max(254).email('Enter a valid email address.'),
  message: z.string().trim().min(1, 'Message is required.').max(5_000, 'Use at most 5,000 characters.'),
})

export const help = endpoints({
  send: {
    method: 'POST',
    path: '/marketing/api/help/messages',
    summary: 'Send a message to the support',
    description: 'Kept for the operator of the install, and mailed where SMTP is set.',
    body: HelpMessage,
    response: answer({}),
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
