import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'

/** One line of the test phone, as the customer sees it. */
export const TestPhoneLine = z.object({
  id: z.string(),
  at: z.string(),
  /** `business`: us; `person`: the owner as the customer. */
  from: z.enum(['business', 'person']),
  type: z.string(),
  header: z.string().nullable(),
  text: z.string().nullable(),
  footer: z.string().nullable(),
  /** `answers`: false for one that only opens a page. */
  buttons: z.array(z.object({ id: z.string(), title: z.string(), answers: z.boolean() })),
  has_file: z.boolean(),
  /** What of it was answered: the line that this one belongs to. */
  context: z.string().nullable(),
})
export type TestPhoneLine = z.infer<typeof TestPhoneLine>

const longestText = 1000

/** The phone on which the owner is the customer, in test mode. */
export const testPhone = endpoints({
  read: {
    method: 'GET',
    path: '/marketing/api/test-phone',
    summary: 'What the test phone shows; in test mode alone',
    response: answer({
      /** `none`: this install or this number has none. `off`: no message was sent to it yet. */
      state: z.enum(['none', 'off', 'on']),
      /** Who writes to the customer: the verified name, else the business's. */
      business: z.string(),
      /** E.164. */
      number: z.string().nullable(),
      lines: z.array(TestPhoneLine),
    }),
  },
  start: {
    method: 'POST',
    path: '/marketing/api/test-phone/start',
    summary: 'Send the first message to the test phone, once',
    description: 'Without a connected number, it connects a test account first.',
    response: answer({}),
  },
  write: {
    method: 'POST',
    path: '/marketing/api/test-phone/messages',
    summary: 'Write or press a button as the customer',
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string().trim().min(1).max(longestText) }),
      z.object({
        type: z.literal('button'),
        line: z.string().min(1).max(300),
        button: z.string().min(1).max(300),
      }),
    ]),
    response: answer({}),
  },
})
