import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotFlows, type FlowDefinition } from '#contract/chatbot/chatbot.ts'
import { end, flowOf, openBot } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(content: Buffer, name: string, token = bot.asha.token) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const answer = await fetch(`${bot.server.url}/marketing/api/chatbot/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { file: { id: number; kind: string } } }
}

const sending = (file_id: number): FlowDefinition =>
  flowOf(
    {
      id: 'card',
      kind: 'media',
      media: 'image',
      file_id,
      link: '',
      caption: 'Our menu',
      file_name: 'menu.png',
      next: { next: 'end' },
    },
    end,
  )

it('sends a file that was uploaded for the flow, uploaded to WhatsApp once', async () => {
  const { body } = await upload(png, 'menu.png')
  expect(body.file).toMatchObject({ kind: 'image', file_name: 'menu.png' })
  await bot.startedBy('card', sending(body.file.id))
  const medias = new Set<string>()
  for (let nr = 0; nr < 2; nr++) {
    const person = await bot.person()
    await person.say('card')
    const sent = (await person.untilSent('Our menu')).find((one) => one.text === 'Our menu')
    expect(sent).toMatchObject({ kind: 'image', file: { id: body.file.id, file_name: 'menu.png' } })
    const row = await bot.server.app.db
      .selectFrom('messages')
      .select('variables')
      .where('recipient_phone', '=', `+${person.digits}`)
      .executeTakeFirstOrThrow()
    medias.add(JSON.parse(row.variables[1]!).image.id)
    await bot.untilTimeline(await person.conversation(), (all) =>
      all.some(({ type, status }) => type === 'out' && ['sent', 'delivered', 'read'].includes(status ?? '')),
    )
  }
  expect([...medias]).toEqual([expect.stringMatching(/^\d+$/)])
})

it('takes what WhatsApp takes, and no file of another business', async () => {
  expect((await upload(Buffer.from([0, 1, 2, 3, 0]), 'photo.jpg')).status).toBe(415)
  expect((await upload(Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]), 'big.png')).status).toBe(413)
  const { body } = await upload(png, 'theirs.png', bot.stranger.token)
  const { token } = bot.asha
  const made = await bot.server.call(chatbotFlows.create, { token, body: { name: 'Theirs' } })
  const { id, revision } = made.body.flow
  const definition = sending(body.file.id)
  const saved = await bot.server.call(chatbotFlows.save, {
    token,
    params: { id },
    body: { revision, definition },
  })
  expect(saved.status).toBe(404)
  const file = { format: 'tidings-flow' as const, version: 1 as const, name: 'Theirs', definition }
  const imported = await bot.server.call(chatbotFlows.import, { token, body: { file } })
  expect(imported.body.problems).toMatchObject([{ step: 'card', code: 'file_missing' }])
})
