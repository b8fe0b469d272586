import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'

/** For how long the link of a mail confirms an address. */
export const confirmHours = 48

export const confirmEmail = endpoints({
  send: {
    method: 'POST',
    path: '/marketing/api/account/confirm-email',
    summary: 'Mail the link that confirms the own email again',
    description:
      'Only with a mail server. Until it is opened, the account makes no API keys and webhooks, and sends no invitations by mail.',
    response: answer({
      /** `false`: there is no mail server, or it did not take the mail. */
      mailed: z.boolean(),
    }),
  },
  confirm: {
    method: 'POST',
    path: '/marketing/api/auth/confirm-email',
    summary: 'Confirm an email by the link of a mail',
    access: 'public',
    body: z.object({
      token: z
        .string()
        .min(1)
        .max(200)
        .meta({ examples: ['q3Yt0mX0tqk3m1n8cQm2m4b8m0y9vJ3l5wR7eT1uI6o'] }),
    }),
    response: answer({
      email: z.string(),
      /** It took the place of another address. */
      changed: z.boolean(),
    }),
  },
})
