import { z } from 'zod'
import { type Graph, idPart } from '../graph/graph-call.ts'
import { graphId } from '../graph/graph-values.ts'

const line = z.looseObject({
  id: graphId,
  at: z.number(),
  from: z.enum(['business', 'person']),
  type: z.string(),
  header: z.string().nullable(),
  text: z.string().nullable(),
  footer: z.string().nullable(),
  buttons: z.array(z.looseObject({ id: z.string(), title: z.string(), kind: z.string() })),
  media: z.looseObject({ id: z.string().nullable(), link: z.string().nullable() }).nullable(),
  context: z.string().nullable(),
  status: z.string().nullable(),
})
export type TestPhoneLine = z.infer<typeof line>

const phoneAnswer = z.looseObject({ number: z.string().regex(/^\d+$/), data: z.array(line) })
const writtenAnswer = z.looseObject({ id: graphId })

/** The phone on which a developer is the customer of a number; only a provider in test mode has one. */
export type TestPhoneCalls = {
  /** Its number (digits) and what it shows, oldest first. */
  read: (token: string, phoneNumberId: string) => Promise<{ number: string; lines: TestPhoneLine[] }>
  write: (token: string, phoneNumberId: string, text: string) => Promise<void>
  press: (token: string, phoneNumberId: string, messageId: string, button: string) => Promise<void>
}

export function testPhoneCalls(graph: Graph): TestPhoneCalls {
  const pathOf = (phoneNumberId: string) => `/${idPart(phoneNumberId)}/test_phone`
  const send = async (token: string, phoneNumberId: string, form: Record<string, string>) => {
    await graph.call({ method: 'POST', path: pathOf(phoneNumberId), token, form, answer: writtenAnswer })
  }
  return {
    read: async (token, phoneNumberId) => {
      const { number, data } = await graph.call({
        method: 'GET',
        path: pathOf(phoneNumberId),
        token,
        answer: phoneAnswer,
      })
      return { number, lines: data }
    },
    write: (token, phoneNumberId, text) => send(token, phoneNumberId, { text }),
    press: (token, phoneNumberId, messageId, button) =>
      send(token, phoneNumberId, { message_id: messageId, button }),
  }
}
