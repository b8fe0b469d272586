import { describe, expect, it } from 'vitest'
import { buildTemplateComponents, cleanValue, PayloadError, type TemplateValues } from './message-payload.ts'
import { fillVariables, neededValues, type TemplateShape } from './template-variables.ts'

function problem(template: TemplateShape, values: TemplateValues): PayloadError {
  try {
    buildTemplateComponents(template, values)
  } catch (error) {
    if (error instanceof PayloadError) return error
    throw error
  }
  throw new Error('expected a PayloadError')
}

const body = (text: string, more: TemplateShape['components'] = []): TemplateShape => ({
  components: [{ type: 'BODY', text }, ...more],
})

describe("Meta's documented examples", () => {
  it('text header, positional body and quick replies that need nothing', () => {
    const template: TemplateShape = {
      category: 'MARKETING',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Our {{1}} is on!' },
        { type: 'BODY', text: 'Shop now through {{1}} and use code {{2}} to get {{3}} off.' },
        { type: 'FOOTER', text: 'Use the buttons below to manage your subscriptions' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Unsubscribe from Promos' },
            { type: 'QUICK_REPLY', text: 'Unsubscribe from All' },
          ],
        },
      ],
    }
    const values = {
      headerText: { 1: 'Summer Sale' },
      body: { 1: 'the end of August', 2: '25OFF', 3: '25%' },
    }
    expect(buildTemplateComponents(template, values)).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'Summer Sale' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'the end of August' },
          { type: 'text', text: '25OFF' },
          { type: 'text', text: '25%' },
        ],
      },
    ])
  })

  it('named variables carry their names', () => {
    const template: TemplateShape = {
      parameter_format: 'NAMED',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Hi {{first_name}}' },
        { type: 'BODY', text: 'Thank you, {{first_name}}! Your order number is {{order_number}}.' },
      ],
    }
    const values = {
      headerText: { first_name: 'Jessica' },
      body: { first_name: 'Jessica', order_number: 'SKBUP2-4CPIG9' },
    }
    expect(buildTemplateComponents(template, values)).toEqual([
      { type: 'header', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Jessica' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'first_name', text: 'Jessica' },
          { type: 'text', parameter_name: 'order_number', text: 'SKBUP2-4CPIG9' },
        ],
      },
    ])
  })

  it.each([
    ['IMAGE', { id: '2871834006348767' }, { type: 'image', image: { id: '2871834006348767' } }],
    [
      'VIDEO',
      { link: 'https://x.example/v.mp4' },
      { type: 'video', video: { link: 'https://x.example/v.mp4' } },
    ],
    [
      'DOCUMENT',
      { link: 'https://x.example/o.pdf', filename: 'Order.pdf' },
      { type: 'document', document: { link: 'https://x.example/o.pdf', filename: 'Order.pdf' } },
    ],
    ['IMAGE', { id: '1', filename: 'p.png' }, { type: 'image', image: { id: '1' } }],
  ])('%s header', (format, headerMedia, parameter) => {
    const template: TemplateShape = {
      components: [
        { type: 'HEADER', format },
        { type: 'BODY', text: 'Hello there.' },
      ],
    }
    expect(buildTemplateComponents(template, { headerMedia })).toEqual([
      { type: 'header', parameters: [parameter] },
    ])
  })

  it('location header', () => {
    const headerLocation = { latitude: 37.44216, longitude: -122.16155, name: 'Philz', address: '101 Forest' }
    const template: TemplateShape = { components: [{ type: 'HEADER', format: 'LOCATION' }] }
    expect(buildTemplateComponents(template, { headerLocation })).toEqual([
      { type: 'header', parameters: [{ type: 'location', location: headerLocation }] },
    ])
  })

  it('a URL with a variable, at its place among all buttons; static buttons get nothing', () => {
    const template = body('Your order is on its way.', [
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'PHONE_NUMBER', text: 'Call' },
          { type: 'URL', text: 'Shop', url: 'https://shop.example/' },
          { type: 'URL', text: 'Track', url: 'https://shop.example/track/{{1}}' },
        ],
      },
    ])
    expect(buildTemplateComponents(template, { buttons: { 2: 'A-17' } })).toEqual([
      { type: 'button', sub_type: 'url', index: '2', parameters: [{ type: 'text', text: 'A-17' }] },
    ])
  })

  it('a coupon code', () => {
    const template = body('Use it today.', [
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Stop promotions' },
          { type: 'COPY_CODE', text: 'Copy' },
        ],
      },
    ])
    expect(buildTemplateComponents(template, { buttons: { 1: '25OFF' } })).toEqual([
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '1',
        parameters: [{ type: 'coupon_code', coupon_code: '25OFF' }],
      },
    ])
  })

  const codeSent = [
    { type: 'body', parameters: [{ type: 'text', text: 'J$FpnYnP' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'J$FpnYnP' }] },
  ]

  it.each<[string, TemplateShape]>([
    [
      'as it was created',
      {
        category: 'AUTHENTICATION',
        components: [
          { type: 'BODY' },
          { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
        ],
      },
    ],
    [
      'as Graph lists it',
      {
        components: [
          { type: 'BODY', text: '*{{1}}* is your verification code.' },
          {
            type: 'BUTTONS',
            buttons: [
              {
                type: 'URL',
                text: 'Copy code',
                url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
              },
            ],
          },
        ],
      },
    ],
  ])('a one-time code in text and button, %s', (_name, template) => {
    expect(buildTemplateComponents(template, { code: 'J$FpnYnP' })).toEqual(codeSent)
    expect(neededValues(template)).toEqual([{ place: 'code', kind: 'code' }])
  })

  it('a limited-time offer', () => {
    const template: TemplateShape = {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'LIMITED_TIME_OFFER' },
        { type: 'BODY', text: 'Good news, {{1}}! Use code {{2}} to get 25% off.' },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'COPY_CODE' }, { type: 'URL', text: 'Book', url: 'https://x.example/{{1}}' }],
        },
      ],
    }
    const built = buildTemplateComponents(template, {
      headerMedia: { id: '602206847565099' },
      body: { 1: 'Pablo', 2: 'CARIBE25' },
      offerEndsAt: new Date(1_209_600_000),
      buttons: { 0: 'CARIBE25', 1: 'n3mtql' },
    })
    expect(built.map((component) => component.sub_type ?? component.type)).toEqual([
      'header',
      'body',
      'limited_time_offer',
      'copy_code',
      'url',
    ])
    expect(built[2]?.parameters).toEqual([
      { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_209_600_000 } },
    ])
  })

  it('a carousel, card by card', () => {
    const card = {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Rare lemons for {{1}}.' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Buy', url: 'https://x.example/{{1}}' }] },
      ],
    }
    const template: TemplateShape = {
      components: [
        { type: 'BODY', text: 'Summer is here, {{1}}.' },
        { type: 'CAROUSEL', cards: [card, card] },
      ],
    }
    const cards = [1, 2].map((n) => ({
      headerMedia: { id: `${n}` },
      body: { 1: `$${n}` },
      buttons: { 0: `lemon-${n}` },
    }))
    expect(buildTemplateComponents(template, { body: { 1: 'Pablo' }, cards })[1]).toEqual({
      type: 'carousel',
      cards: [1, 2].map((n) => ({
        card_index: n - 1,
        components: [
          { type: 'header', parameters: [{ type: 'image', image: { id: `${n}` } }] },
          { type: 'body', parameters: [{ type: 'text', text: `$${n}` }] },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: `lemon-${n}` }] },
        ],
      })),
    })
    expect(problem(template, { body: { 1: 'Pablo' }, cards: cards.slice(1) }).variable).toBe('card 2')
  })
})

describe('values', () => {
  it('a template without variables needs no component at all', () => {
    expect(buildTemplateComponents(body('Hello there.'), { body: { 1: 'unused' } })).toEqual([])
  })

  it('come in the order of their numbers, once each, whatever the text does', () => {
    const built = buildTemplateComponents(body('{{10}} a {{2}} b {{1}} c {{2}}'), {
      body: { 1: 'one', 2: 'two', 10: 'ten' },
    })
    expect(built[0]?.parameters).toEqual([
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
      { type: 'text', text: 'ten' },
    ])
  })

  it.each([
    ['a\nb', 'a b'],
    ['a\r\n\r\nb', 'a b'],
    ['a\tb', 'a b'],
    ['a     b', 'a b'],
    ['a    b', 'a    b'],
    ['a\n    \nb', 'a b'],
    ['  a ', 'a'],
    ['नमस्ते 👋', 'नमस्ते 👋'],
  ])('are cleaned: %j → %j', (given, clean) => {
    expect(cleanValue(given)).toBe(clean)
  })

  it.each([
    ['absent', {}],
    ['empty', { body: { 1: 'Asha', 2: '' } }],
    ['blank', { body: { 1: 'Asha', 2: ' \n\t ' } }],
  ])('that are %s are refused by the name of their variable', (_how, values) => {
    const error = problem(body('Hi {{2}}, your order is here.'), values)
    expect(error.reason).toBe('missing')
    expect(error.variable).toBe('2')
    expect(error.message).toContain('{{2}}')
  })

  it('named like something every object has are not found by accident', () => {
    const template: TemplateShape = {
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: 'a {{constructor}} b' }],
    }
    expect(problem(template, { body: {} }).variable).toBe('constructor')
  })

  it.each<[string, TemplateShape, TemplateValues, string]>([
    ['picture', { components: [{ type: 'HEADER', format: 'IMAGE' }] }, {}, 'header'],
    ['place', { components: [{ type: 'HEADER', format: 'LOCATION' }] }, {}, 'header'],
    [
      'address end',
      body('x', [
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Go', url: 'https://x.example/{{1}}' }] },
      ]),
      { buttons: { 0: ' ' } },
      'button 1',
    ],
    ['coupon', body('x', [{ type: 'BUTTONS', buttons: [{ type: 'COPY_CODE' }] }]), {}, 'button 1'],
    ['code', { category: 'AUTHENTICATION', components: [] }, {}, 'code'],
    [
      'end of an offer',
      { components: [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { has_expiration: true } }] },
      {},
      'offer',
    ],
  ])('a missing %s is named', (_name, template, values, variable) => {
    expect(problem(template, values)).toMatchObject({ reason: 'missing', variable })
  })

  it('that are longer than WhatsApp takes are refused', () => {
    const template: TemplateShape = { category: 'AUTHENTICATION', components: [] }
    expect(problem(template, { code: '1234567890123456' })).toMatchObject({
      reason: 'too_long',
      variable: 'code',
    })
    const coupon = body('x', [{ type: 'BUTTONS', buttons: [{ type: 'COPY_CODE' }] }])
    expect(problem(coupon, { buttons: { 0: 'X'.repeat(21) } })).toMatchObject({ reason: 'too_long' })
  })

  it('for an address may be the whole address or its end', () => {
    const template = body('x', [
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Go', url: 'https://x.example/p/{{1}}' }] },
    ])
    const sent = (value: string) =>
      buildTemplateComponents(template, { buttons: { 0: value } })[0]?.parameters
    expect(sent('https://x.example/p/17?a=b')).toEqual([{ type: 'text', text: '17?a=b' }])
    expect(sent('red shoes')).toEqual([{ type: 'text', text: 'red%20shoes' }])
  })

  it('a quick reply sends its payload back, and nothing extra without one', () => {
    const template = body('x', [{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }] }])
    expect(buildTemplateComponents(template, {})).toEqual([])
    expect(buildTemplateComponents(template, { buttons: { 0: 'yes-42' } })).toEqual([
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '0',
        parameters: [{ type: 'payload', payload: 'yes-42' }],
      },
    ])
  })

  it('of kinds we cannot send are said to be so', () => {
    const template = body('x', [{ type: 'BUTTONS', buttons: [{ type: 'SPM', text: 'View' }] }])
    expect(problem(template, {})).toMatchObject({ reason: 'unsupported' })
  })
})

describe('what a template needs', () => {
  it('is listed in reading order', () => {
    const template = body('Hi {{1}}, {{2}}.', [
      { type: 'HEADER', format: 'DOCUMENT' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Go', url: 'https://x.example' },
          { type: 'URL', text: 'Track', url: 'https://x.example/{{1}}' },
          { type: 'COPY_CODE', text: 'Copy' },
        ],
      },
    ])
    expect(neededValues(template)).toEqual([
      { place: 'header', kind: 'document' },
      { place: 'body', kind: 'text', name: '1' },
      { place: 'body', kind: 'text', name: '2' },
      { place: 'button', kind: 'url', index: 1, label: 'Track' },
      { place: 'button', kind: 'coupon_code', index: 2, label: 'Copy' },
    ])
  })

  it('fills a preview and leaves open what is not known yet', () => {
    expect(fillVariables('Hi {{1}}, {{ 2 }} of {{3}}', { 1: 'Asha', 2: '$&' })).toBe('Hi Asha, $& of {{3}}')
  })
})
