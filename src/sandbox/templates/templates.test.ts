import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxSeed } from '../sandbox.ts'
import { openSandbox } from '../test-callback.fixture.ts'

let open: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  open = await openSandbox()
})
afterAll(() => open.close())

const path = `/v23.0/${sandboxSeed.waba.id}/message_templates`
const text = 'Hello {{1}}, your appointment on {{2}} is confirmed. See you soon.'
const body = { type: 'BODY', text, example: { body_text: [['Asha', 'Monday']] } }
let made = 0
const submit = (change: Record<string, unknown> = {}) => {
  made++
  const unlike = { ...body, text: `${text} Visit ${made}.` }
  return open.graph('POST', path, {
    name: `visit_${made}`,
    language: 'en_US',
    category: 'UTILITY',
    components: [unlike],
    ...change,
  })
}
const status = async (id: string): Promise<string> =>
  (await open.graph('GET', `/v23.0/${id}?fields=status`)).body.status
const reviewed = (id: string) =>
  open.callback.until(() =>
    open.callback
      .fields('message_template_status_update')
      .find(({ value }) => String(value.message_template_name) === id),
  )

describe('a submitted template', () => {
  it('is pending, then approved, and can be sent from then on', async () => {
    const { body: answer } = await submit({ name: 'approved_soon' })
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^\d{17}$/),
      status: 'PENDING',
      category: 'UTILITY',
    })
    expect((await reviewed('approved_soon')).value).toMatchObject({
      event: 'APPROVED',
      reason: 'NONE',
      message_template_language: 'en_US',
    })
    expect(await status(answer.id)).toBe('APPROVED')
    const sent = await open.send('+919876543210', {
      name: 'approved_soon',
      language: { code: 'en_US' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'A' },
            { type: 'text', text: 'B' },
          ],
        },
      ],
    })
    expect(sent.status).toBe(200)
  })

  it('has an id that webhooks carry as a number, without losing digits', async () => {
    const { body: answer } = await submit({ name: 'long_id' })
    await reviewed('long_id')
    expect(open.callback.bodies.some((text) => text.includes(`"message_template_id":${answer.id}`))).toBe(
      true,
    )
  })

  it('cannot be sent while it is reviewed', async () => {
    await submit({
      name: 'stays_pending_1',
      components: [{ type: 'BODY', text: 'Hello, we are open again.' }],
    })
    const sent = await open.send('+919876543210', { name: 'stays_pending_1', language: { code: 'en_US' } })
    expect(sent.body.error.code).toBe(132001)
  })

  it('that sells becomes MARKETING, and the answer says so', async () => {
    const { body: answer } = await submit({
      components: [
        { ...body, text: 'Hello {{1}}, take {{2}} of our new offer: 20% off until Sunday evening.' },
      ],
    })
    expect(answer.category).toBe('MARKETING')
  })

  it.each([
    ['reject_abusive_1', 'ABUSIVE_CONTENT'],
    ['reject_format_1', 'INVALID_FORMAT'],
    ['reject_scam_1', 'SCAM'],
  ])('named %s is rejected: %s', async (name, reason) => {
    const { body: answer } = await submit({ name })
    expect((await reviewed(name)).value).toMatchObject({ event: 'REJECTED', reason })
    expect((await open.graph('GET', `/v23.0/${answer.id}?fields=rejected_reason,status`)).body).toMatchObject(
      { status: 'REJECTED', rejected_reason: reason },
    )
  })

  it('with the words of another one is rejected', async () => {
    const same = { components: [{ type: 'BODY', text: 'We moved to a new house near the station.' }] }
    await submit({ name: 'moved_a', ...same })
    await reviewed('moved_a')
    await submit({ name: 'moved_b', ...same })
    expect((await reviewed('moved_b')).value).toMatchObject({ event: 'REJECTED', reason: 'INVALID_FORMAT' })
  })
})

describe('a template against the rules', () => {
  const bodyOf = (text: string, ...examples: string[]) => [
    { type: 'BODY', text, ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}) },
  ]
  const withButtons = (...buttons: unknown[]) => [
    { type: 'BODY', text: 'We are open again today.' },
    { type: 'BUTTONS', buttons },
  ]
  const quick = (label: string) => ({ type: 'QUICK_REPLY', text: label })
  const url = (address: string, more = {}) => ({ type: 'URL', text: 'Look', url: address, ...more })
  const cases: [what: string, subcode: number | undefined, change: Record<string, unknown>][] = [
    ['a name with capitals', undefined, { name: 'Visit' }],
    ['an unknown language', undefined, { language: 'xx' }],
    ['an old category', undefined, { category: 'TRANSACTIONAL' }],
    ['no body', 2388043, { components: [{ type: 'FOOTER', text: 'Bye' }] }],
    ['a body of 1,025 characters', 2388040, { components: bodyOf('x'.repeat(1025)) }],
    ['a variable at the start', 2388299, { components: bodyOf('{{1}} is ready for you today', 'A') }],
    [
      'a variable at the end, before a full stop',
      2388299,
      { components: bodyOf('Ready for you today is {{1}}.', 'A') },
    ],
    [
      'too many variables for its words',
      2388293,
      { components: bodyOf('Hi {{1}} and {{2}} and {{3}} ok', 'A', 'B', 'C') },
    ],
    [
      'variables side by side',
      2388072,
      { components: bodyOf('Hello dear {{1}} {{2}} and welcome to our shop today', 'A', 'B') },
    ],
    [
      'variables that skip a number',
      2388065,
      { components: bodyOf('Hello dear {{1}} and also {{3}} welcome to our shop', 'A', 'B') },
    ],
    ['a variable without example', 2388043, { components: bodyOf('Hello {{1}}, welcome to our shop.') }],
    [
      'a header of 61 characters',
      2388040,
      { components: [{ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }, body] },
    ],
    [
      'an emoji in the header',
      2388047,
      { components: [{ type: 'HEADER', format: 'TEXT', text: 'Hello 🎉' }, body] },
    ],
    ['a picture without handle', 2388043, { components: [{ type: 'HEADER', format: 'IMAGE' }, body] }],
    ['a footer with a variable', 2388073, { components: [body, { type: 'FOOTER', text: 'Bye {{1}}' }] }],
    ['a footer of 61 characters', 2388040, { components: [body, { type: 'FOOTER', text: 'x'.repeat(61) }] }],
    [
      'eleven buttons',
      2388060,
      { components: withButtons(...Array.from({ length: 11 }, (_, index) => quick(`B${index}`))) },
    ],
    [
      'quick replies around a link',
      2388060,
      { components: withButtons(quick('A'), url('https://a.example'), quick('B')) },
    ],
    [
      'three links',
      2388060,
      {
        components: withButtons(url('https://a.example'), url('https://b.example'), url('https://c.example')),
      },
    ],
    ['a button of 26 characters', 2388040, { components: withButtons(quick('x'.repeat(26))) }],
    ['a variable amid a link', 2388060, { components: withButtons(url('https://a.example/{{1}}/b')) }],
    ['a link without example', 2388043, { components: withButtons(url('https://a.example/{{1}}')) }],
    [
      'a name written wrongly as NAMED',
      2388065,
      { parameter_format: 'NAMED', components: bodyOf('Hello {{First}}, welcome to our shop.', 'A') },
    ],
    ['an authentication text of its own', 2388072, { category: 'AUTHENTICATION' }],
  ]
  it.each(cases)('(%s) is refused with %s', async (_what, subcode, change) => {
    const answer = await submit(change)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({
      code: 100,
      ...(subcode
        ? { error_subcode: subcode, error_user_msg: expect.any(String), error_user_title: expect.any(String) }
        : {}),
    })
  })

  it('is refused for a name and language that exist, and for 30 days after its deletion', async () => {
    await submit({ name: 'twice' })
    expect((await submit({ name: 'twice' })).body.error.error_subcode).toBe(2388024)
    await reviewed('twice')
    expect((await open.graph('DELETE', `${path}?name=twice`)).body).toEqual({ success: true })
    expect((await submit({ name: 'twice' })).body.error.error_subcode).toBe(2388023)
    expect((await submit({ name: 'twice', language: 'hi' })).status).toBe(200)
  })
})

describe('a template of another form', () => {
  it('NAMED takes named parameters in any order and no others', async () => {
    await submit({
      name: 'named_one',
      parameter_format: 'NAMED',
      components: [
        {
          type: 'BODY',
          text: 'Hello {{first_name}}, we wait for you on {{day}} at our shop.',
          example: {
            body_text_named_params: [
              { param_name: 'first_name', example: 'Asha' },
              { param_name: 'day', example: 'Monday' },
            ],
          },
        },
      ],
    })
    await reviewed('named_one')
    const send = (...names: string[]) =>
      open.send('+919876543214', {
        name: 'named_one',
        language: { code: 'en_US' },
        components: [
          {
            type: 'body',
            parameters: names.map((name) => ({
              type: 'text',
              text: 'x',
              ...(name ? { parameter_name: name } : {}),
            })),
          },
        ],
      })
    expect((await send('day', 'first_name')).status).toBe(200)
    expect((await send('day', 'last_name')).body.error.code).toBe(100)
    expect((await send('', '')).body.error.code).toBe(132012)
  })

  it('AUTHENTICATION is created as OTP, listed as URL, and sent with the code twice', async () => {
    const { status } = await submit({
      name: 'code_two',
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', add_security_recommendation: true },
        { type: 'FOOTER', code_expiration_minutes: 5 },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
      ],
    })
    expect(status).toBe(200)
    await reviewed('code_two')
    const listed = await open.graph('GET', `${path}?name=code_two&fields=components`)
    expect(listed.body.data[0].components).toMatchObject([
      { text: '*{{1}}* is your verification code. For your security, do not share this code.' },
      { text: 'This code expires in 5 minutes.' },
      { buttons: [{ type: 'URL' }] },
    ])
    const code = [{ type: 'text', text: '884213' }]
    const send = (components: unknown[]) =>
      open.send('+919876543215', { name: 'code_two', language: { code: 'en_US' }, components })
    expect((await send([{ type: 'body', parameters: code }])).body.error.code).toBe(131008)
    expect(
      (
        await send([
          { type: 'body', parameters: code },
          { type: 'button', sub_type: 'url', index: 0, parameters: code },
        ])
      ).status,
    ).toBe(200)
  })

  it('with a picture is created with an uploaded handle and sent with a picture', async () => {
    const bytes = 'not really a picture'
    const session = await open.graph(
      'POST',
      `/v23.0/${sandboxSeed.app.id}/uploads?file_name=a.png&file_length=${bytes.length}&file_type=image/png`,
    )
    const uploaded = await fetch(`${open.sandbox.url}/v23.0/${session.body.id}`, {
      method: 'POST',
      headers: { authorization: `OAuth ${sandboxSeed.systemUserToken}`, file_offset: '0' },
      body: bytes,
    })
    const { h } = (await uploaded.json()) as { h: string }
    expect(h).toMatch(/^4::/)
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [h] } }
    expect((await submit({ name: 'pictured', components: [header, body] })).status).toBe(200)
    await reviewed('pictured')
    const filled = {
      type: 'body',
      parameters: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
      ],
    }
    const send = (...components: unknown[]) =>
      open.send('+919876543216', {
        name: 'pictured',
        language: { code: 'en_US' },
        components: [...components, filled],
      })
    expect((await send()).body.error.error_data.details).toBe(
      'header: Format mismatch, expected IMAGE, received UNKNOWN',
    )
    expect(
      (
        await send({
          type: 'header',
          parameters: [{ type: 'image', image: { link: 'https://a.example/b.png' } }],
        })
      ).status,
    ).toBe(200)
  })
})

describe('templates of an account', () => {
  it('are paged with cursors, of which a stale one gets 131059', async () => {
    const seen: string[] = []
    let next = `${path}?limit=2&fields=name`
    while (next) {
      const { body: page } = await open.graph('GET', next)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      next = page.paging?.next ? new URL(page.paging.next).pathname + new URL(page.paging.next).search : ''
    }
    const all = await open.graph('GET', `${path}?limit=500`)
    expect(seen).toEqual(all.body.data.map(({ id }: { id: string }) => id))
    expect(new Set(seen).size).toBe(seen.length)
    const stale = async (version: string) =>
      (await open.graph('GET', `${path.replace(/v\d+\.\d/, version)}?after=bm9uc2Vuc2U`)).body.error.code
    expect([await stale('v23.0'), await stale('v24.0'), await stale('v25.0')]).toEqual([100, 131059, 131059])
  })

  it('are filtered by status and name', async () => {
    const { body: page } = await open.graph('GET', `${path}?status=approved&name=weekend`)
    expect(page.data).toMatchObject([{ name: 'weekend_offer', status: 'APPROVED' }])
  })

  it('are edited once a day while approved, never into another category', async () => {
    const { body: answer } = await submit({ name: 'edited' })
    await reviewed('edited')
    const edit = (change: Record<string, unknown>) => open.graph('POST', `/v23.0/${answer.id}`, change)
    expect((await edit({ category: 'MARKETING' })).body.error.code).toBe(100)
    expect((await edit({ components: [{ ...body, text: `${text} Edited.` }] })).body).toMatchObject({
      success: true,
    })
    // It is reviewed again, with a second result.
    await open.callback.until(
      () =>
        open.callback
          .fields('message_template_status_update')
          .filter(({ value }) => value.message_template_name === 'edited').length === 2,
    )
    expect((await edit({ components: [body] })).body.error.error_user_msg).toMatch(/24 hours/)
  })
})

describe('events', () => {
  it('pause, disable, rate and recategorise a template and tell of it; a paused one is refused', async () => {
    const { sandbox, callback } = open
    const paused = () => open.send('+919876543217', { name: 'hello_world', language: { code: 'en_US' } })
    sandbox.templateEvent({ name: 'hello_world', event: 'PAUSE' })
    expect((await paused()).body.error.code).toBe(132015)
    sandbox.templateEvent({ name: 'hello_world', event: 'UNPAUSE' })
    expect((await paused()).status).toBe(200)
    sandbox.templateEvent({ name: 'hello_world', event: 'QUALITY', quality: 'YELLOW' })
    sandbox.templateEvent({ name: 'hello_world', event: 'CATEGORY_SOON', category: 'MARKETING' })
    sandbox.templateEvent({ name: 'hello_world', event: 'CATEGORY', category: 'MARKETING' })
    sandbox.templateEvent({ name: 'hello_world', event: 'DISABLE' })
    expect((await paused()).body.error.code).toBe(132016)
    await sandbox.settled()
    const mine = callback.changes().filter(({ value }) => value.message_template_name === 'hello_world')
    expect(
      mine.map(({ field, value }) => [
        field,
        value.event ??
          value.new_quality_score ?? [value.previous_category ?? value.correct_category, value.new_category],
      ]),
    ).toEqual([
      ['message_template_status_update', 'PAUSED'],
      ['message_template_status_update', 'APPROVED'],
      ['message_template_quality_update', 'YELLOW'],
      ['template_category_update', ['MARKETING', 'UTILITY']],
      ['template_category_update', ['UTILITY', 'MARKETING']],
      ['message_template_status_update', 'DISABLED'],
    ])
  })
})
