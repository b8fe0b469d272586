import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forcedVerdicts } from '../templates/template-review.ts'
import { offer, openSandbox } from '../test-callback.fixture.ts'
import { fates, ordinaryFate } from './fates.ts'
import { digitsInUserId, userId } from './user-ids.ts'

let open: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  open = await openSandbox()
})
afterAll(() => open.close())

const utility = { name: 'hello_world', language: { code: 'en_US' } }
const phoneEnding = (ending: string) => `+9198765${ending.padStart(5, '4')}`

/** Sends to the number of a fate and returns the reported statuses in order of arrival. */
async function sendTo(ending: string, template: Record<string, unknown> = offer) {
  const mark = `${ending}-${open.sandbox.ledger().total}-${Math.random()}`
  const answer = await open
    .send(phoneEnding(ending), template, { biz_opaque_callback_data: mark })
    .catch(() => 'cut' as const)
  await open.sandbox.settled()
  const statuses = open.callback.statuses().filter((row) => row.biz_opaque_callback_data === mark)
  return {
    answer,
    statuses: statuses.map(({ status }) => status),
    errors: statuses.flatMap((row) => (row.errors as { code: number }[]) ?? []).map(({ code }) => code),
    rows: statuses,
  }
}

describe('the fate of a number', () => {
  const failing = fates.filter(
    ({ steps, code, connection, held }) => code && !connection && !held && steps.length === 1,
  )
  it.each(failing.map(({ ending, code }) => [ending, code!] as const))(
    '%s: fails with %i by webhook',
    async (ending, code) => {
      expect(await sendTo(ending)).toMatchObject({
        statuses: ['failed'],
        errors: [code],
        answer: { status: 200 },
      })
    },
  )

  it('marketing to a US number is taken and then fails with 131049; Canada and other templates do not', async () => {
    const statusesTo = async (to: string, template: Record<string, unknown>) => {
      const mark = `${to} ${Math.random()}`
      await open.send(to, template, { biz_opaque_callback_data: mark })
      await open.sandbox.settled()
      const rows = open.callback.statuses().filter((row) => row.biz_opaque_callback_data === mark)
      return rows.map(({ status, errors }) => [status, (errors as { code: number }[])?.[0]?.code])
    }
    expect(await statusesTo('+14155550147', offer)).toEqual([['failed', 131049]])
    const arrives = [
      ['sent', undefined],
      ['delivered', undefined],
      ['read', undefined],
    ]
    expect(await statusesTo('+14155550148', utility)).toEqual(arrives)
    expect(await statusesTo('+14165550148', offer)).toEqual(arrives)
  })

  it('0002 to 0004 concern marketing only', async () => {
    for (const ending of ['0002', '0003', '0004'])
      expect((await sendTo(ending, utility)).statuses).toEqual(['sent', 'delivered', 'read'])
  })

  it('0011, 0012, 0013 and 9 stop short', async () => {
    expect((await sendTo('0011')).statuses).toEqual(['sent'])
    expect((await sendTo('0012')).statuses).toEqual(['sent', 'delivered'])
    expect((await sendTo('0013')).statuses).toEqual(['sent', 'read'])
    expect((await sendTo('12349')).statuses).toEqual(['sent', 'delivered'])
  })

  it('0016 arrives in reverse, 0017 twice, 0018 not at all', async () => {
    expect((await sendTo('0016')).statuses).toEqual(['read', 'delivered', 'sent'])
    expect((await sendTo('0017')).statuses.sort()).toEqual([
      'delivered',
      'delivered',
      'read',
      'read',
      'sent',
      'sent',
    ])
    expect((await sendTo('0018')).statuses).toEqual([])
  })

  it('0020 is reported before the request is answered', async () => {
    let answered = false
    const sending = open.send(phoneEnding('0020'), offer, { biz_opaque_callback_data: 'early' }).then(() => {
      answered = true
    })
    await open.callback.until(() =>
      open.callback.statuses().some((row) => row.biz_opaque_callback_data === 'early'),
    )
    expect(answered).toBe(false)
    await sending
  })

  it('0021 and 0022 are held first', async () => {
    const released = await sendTo('0021')
    expect(released).toMatchObject({
      statuses: ['sent', 'delivered', 'read'],
      answer: { body: { messages: [{ message_status: 'held_for_quality_assessment' }] } },
    })
    expect(await sendTo('0022')).toMatchObject({ statuses: ['failed'], errors: [132015] })
  })

  it('0030 to 0036 are refused at once, some only at first', async () => {
    expect(await sendTo('0030')).toMatchObject({
      answer: { status: 400, body: { error: { code: 131026 } } },
      statuses: [],
    })
    expect(await sendTo('0032')).toMatchObject({ answer: { status: 500, body: { error: { code: 131000 } } } })
    expect(await sendTo('0033')).toMatchObject({ answer: { status: 500, body: { error: { code: 131016 } } } })
    expect(await sendTo('0033')).toMatchObject({ answer: { status: 500 } })
    expect(await sendTo('0033')).toMatchObject({
      answer: { status: 200 },
      statuses: ['sent', 'delivered', 'read'],
    })
    expect(await sendTo('0034')).toMatchObject({ answer: { body: { error: { code: 130429 } } } })
    expect(await sendTo('0034')).toMatchObject({ answer: { status: 200 } })
  })

  it('0040 and 0041 are cut off after acceptance, 0042 before', async () => {
    expect(await sendTo('0040')).toMatchObject({ answer: 'cut', statuses: ['sent', 'delivered', 'read'] })
    expect(await sendTo('0041')).toMatchObject({ answer: 'cut', statuses: [] })
    expect(open.sandbox.ledger({ to: phoneEnding('0041') }).rows).toHaveLength(1)
    expect(await sendTo('0042')).toMatchObject({ answer: 'cut', statuses: [] })
    expect(open.sandbox.ledger({ to: phoneEnding('0042') }).rows).toHaveLength(0)
  })

  it('0044 is accepted behind an error page', async () => {
    const answer = await fetch(`${open.sandbox.url}/v23.0/281074529834160/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${open.sandbox.token({})}` },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: phoneEnding('0044'),
        type: 'template',
        template: offer,
      }),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(open.sandbox.ledger({ to: phoneEnding('0044') }).rows).toHaveLength(1)
  })

  it.each([
    ['0050', { type: 'text', text: { body: 'STOP' } }],
    ['0052', { type: 'button', button: { text: 'Tell me more' } }],
    ['0055', { type: 'image' }],
    ['0056', { type: 'reaction' }],
    ['0057', { text: { body: 'बंद करो' } }],
    ['0058', { type: 'system', system: { type: 'user_changed_number' } }],
  ])('%s answers', async (ending, message) => {
    await sendTo(ending)
    const from = phoneEnding(ending).slice(1)
    expect(
      await open.callback.until(() => open.callback.inbound().find((row) => row.from === from)),
    ).toMatchObject(message)
  })

  it('0053 stops marketing: the next one fails with 131050, utility does not', async () => {
    await sendTo('0053')
    const reported = await open.callback.until(() => open.callback.fields('user_preferences')[0])
    expect(reported.value).toMatchObject({
      user_preferences: [
        { wa_id: phoneEnding('0053').slice(1), category: 'marketing_messages', value: 'stop' },
      ],
    })
    expect(await sendTo('0053')).toMatchObject({ errors: [131050] })
    expect((await sendTo('0053', utility)).statuses).toContain('read')
  })

  it('0060 and 0061 are known by user id only; what they send can be answered', async () => {
    const { rows, answer } = await sendTo('0061')
    expect(rows[0]).not.toHaveProperty('recipient_id')
    expect(answer).toMatchObject({ body: { contacts: [{ user_id: expect.stringMatching(/^IN\./) }] } })
    const message = await open.callback.until(() =>
      open.callback.inbound().find((row) => (row.text as { body?: string })?.body === 'Who is this?'),
    )
    expect(message).not.toHaveProperty('from')
    const reply = await open.send('', utility, { to: undefined, recipient: message.from_user_id })
    expect(reply.status).toBe(200)
  })

  it('0059 gets another user id, reported with the former one, which is then refused', async () => {
    const { answer } = await sendTo('0059')
    if (answer === 'cut') throw new Error('the connection broke')
    const before: string = answer.body.contacts[0].user_id
    const change = await open.callback.until(() =>
      open.callback
        .inbound()
        .find((row) => (row.system as { type?: string })?.type === 'user_changed_user_id'),
    )
    const { previous_user_id, user_id } = change.system as Record<string, string>
    expect(previous_user_id).toBe(before)
    const old = await open.send('', utility, { to: undefined, recipient: before })
    expect(old).toMatchObject({ status: 400, body: { error: { code: 131009 } } })
    expect((await open.send('', utility, { to: undefined, recipient: user_id })).status).toBe(200)
  })

  it('gives a person one user id per portfolio, and one parent id in all', async () => {
    const digits = phoneEnding('7001').slice(1)
    expect(userId(digits, '111122223333')).not.toBe(userId(digits, '111122224444'))
    expect(digitsInUserId(userId(digits, '111122224444'))).toBe(digits)
    const foreign = await open.send('', utility, {
      to: undefined,
      recipient: userId(digits, '111122224444'),
    })
    expect(foreign).toMatchObject({ status: 400, body: { error: { code: 131009 } } })
    open.sandbox.settings({ parentUserIds: true })
    const { rows, answer } = await sendTo('7001')
    open.sandbox.settings({ parentUserIds: false })
    const parent = expect.stringMatching(/^IN\.ENT\./)
    expect(answer).toMatchObject({ body: { contacts: [{ parent_user_id: parent }] } })
    expect(rows[0]).toMatchObject({ parent_recipient_user_id: parent })
  })

  it('can be ordered for one number', async () => {
    open.sandbox.fate(phoneEnding('7777'), { fail: 130497 })
    expect(await sendTo('7777')).toMatchObject({ errors: [130497] })
    open.sandbox.fate(phoneEnding('7777'), { refuse: 131030 })
    expect(await sendTo('7777')).toMatchObject({ answer: { body: { error: { code: 131030 } } } })
    open.sandbox.fate(phoneEnding('7777'), null)
    expect((await sendTo('7777')).statuses).toContain('read')
  })
})

describe('docs/sandbox.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/sandbox.md'), 'utf8')
  const table = (heading: string) =>
    (page.split(`<!-- ${heading} -->\n`)[1]?.split('\n\n')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, 3)
          .map((cell) => cell.trim()),
      )

  it('shows the table of fates as it is', () => {
    const rows = fates.map(({ ending, what }) => [`\`…${ending}\``, what])
    expect(table('fates')).toEqual([...rows, ['`…`', ordinaryFate.what]])
  })

  it('shows the verdicts that names of templates force', () => {
    expect(table('verdicts')).toEqual(forcedVerdicts.map(({ inName, what }) => [`\`${inName}\``, what]))
  })
})
