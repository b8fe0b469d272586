import { describe, expect, it } from 'vitest'
import type { TemplateButton, TemplateDraft } from './draft.ts'
import { sentencesByField } from './problems.ts'
import { checkTemplate, parameterFormatOf } from './rules.ts'

const sound: TemplateDraft = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'TRANSACTIONAL',
  header: { format: 'TEXT', text: 'Order {{1}}' },
  body: 'Hello {{1}}, your order {{2}} is on its way to you and arrives soon.',
  footer: 'Thank you for your order',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Where is it?', value: '' },
    {
      type: 'URL',
      text: 'Track',
      value: 'https://shop.example/t/{{1}}',
      sample: 'https://shop.example/t/A-1',
    },
    { type: 'PHONE_NUMBER', text: 'Call us', value: '+91 98765 43210' },
    { type: 'COPY_CODE', text: 'Copy offer code', value: 'SAVE20' },
  ],
  samples: { header: { '1': 'A-1' }, body: { '1': 'Asha', '2': 'A-1' } },
  otp: null,
}
const code: TemplateDraft = {
  ...sound,
  category: 'OTP',
  header: null,
  footer: '',
  buttons: [],
  otp: { security_advice: true, expires_minutes: 10, button_text: 'Copy code' },
}

const withBody = (body: string, samples: Record<string, string> = { '1': 'a', '2': 'b', '3': 'c' }) => ({
  body,
  samples: { ...sound.samples, body: samples },
})
const withHeader = (text: string) => ({ header: { format: 'TEXT' as const, text } })
const withButton = (button: Partial<TemplateButton>) => ({
  buttons: [{ type: 'QUICK_REPLY' as const, text: 'Yes', value: '', ...button }],
})
const reply = (text: string): TemplateButton => ({ type: 'QUICK_REPLY', text, value: '' })
const link = (text: string): TemplateButton => ({ type: 'URL', text, value: 'https://shop.example/' })

/** What is wrong, where it is said, and the words that tell this rule from the others. */
const broken: [rule: string, field: string, change: Partial<TemplateDraft>, says: RegExp][] = [
  ['name_missing', 'template_name', { name: '' }, /Give the template a name/],
  ['name_characters', 'template_name', { name: 'Order Shipped' }, /small letters a to z/],
  ['name_long', 'template_name', { name: 'a'.repeat(513) }, /513 characters\. WhatsApp allows 512/],
  ['language_unknown', 'language', { language: 'xx' }, /no templates in "xx"/],
  ['header_empty', 'header', withHeader(' '), /Write the header/],
  ['header_long', 'header', withHeader('a'.repeat(61)), /61 characters\. WhatsApp allows 60/],
  ['header_lines', 'header', withHeader('One\nTwo'), /header on a single line/],
  ['header_emoji', 'header', withHeader('Hello 🎉'), /Emoji are not allowed in the header/],
  ['header_formatting', 'header', withHeader('*Hello*'), /can't be formatted/],
  [
    'header_variables',
    'header',
    { ...withHeader('{{1}} and {{2}}'), samples: { ...sound.samples, header: { '1': 'a', '2': 'b' } } },
    /only one variable/,
  ],
  ['header_media_missing', 'header', { header: { format: 'IMAGE' } }, /Add an image for the header/],
  [
    'header_media_missing',
    'header',
    { header: { format: 'VIDEO', media_id: null } },
    /Add a video for the header/,
  ],
  ['header_media_missing', 'header', { header: { format: 'DOCUMENT' } }, /Add a PDF for the header/],
  [
    'sample_missing_header',
    'samples.header.1',
    { samples: { ...sound.samples, header: {} } },
    /sample for \{\{1\}\}/,
  ],
  ['body_empty', 'body', { body: ' \n ' }, /Write the message/],
  ['body_long', 'body', withBody(`${'word '.repeat(205)}.`), /1,026 characters\. WhatsApp allows 1,024/],
  ['body_empty_lines', 'body', withBody('One\n\n\nTwo'), /at most one empty line/],
  ['body_spaces', 'body', withBody('One     two'), /more than four spaces/],
  ['body_spaces', 'body', withBody('One\ttwo'), /Remove tabs/],
  [
    'variable_first',
    'body',
    withBody('{{1}}, your order is on its way to you'),
    /can't begin with \{\{1\}\}/,
  ],
  ['variable_first', 'body', withBody('*{{1}}*, your order is on its way to you'), /can't begin with/],
  ['variable_last', 'body', withBody('Hello, on its way to you is order {{1}}'), /can't end with \{\{1\}\}/],
  ['variable_last', 'body', withBody('Hello, on its way to you is order {{1}}!'), /can't end with/],
  [
    'variables_adjacent',
    'body',
    withBody('Hello there {{1}} {{2}}, your order is on its way'),
    /words between \{\{1\}\} and \{\{2\}\}/,
  ],
  [
    'variables_many',
    'body',
    withBody('Hi {{1}} there'),
    /1 variable needs at least 3 other words\. You have 2/,
  ],
  ['variables_many', 'body', withBody('Hi {{1}} and {{2}} there now'), /2 variables need at least 5/],
  [
    'variable_gap',
    'body',
    withBody('Hello {{1}}, your order {{3}} is on its way to you'),
    /\{\{2\}\} is missing in the message/,
  ],
  [
    'variable_name',
    'body',
    { ...withBody('Hello {{First Name}}, your order is here', { 'First Name': 'Asha' }), header: null },
    /such as \{\{first_name\}\}/,
  ],
  [
    'variable_name',
    'body',
    { ...withBody('Hello {{name$}}, your order is here', { name$: 'Asha' }), header: null },
    /doesn't accept \{\{name\$\}\}/,
  ],
  ['variable_empty', 'body', withBody('Hello {{}}, your order is here'), /\{\{\}\} has no name/],
  [
    'variable_open',
    'body',
    withBody('Hello {{1, your order is on its way'),
    /variable in the message is not closed/,
  ],
  [
    'variables_mixed',
    'body',
    {
      ...withBody('Hello {{name}}, order {{1}} is on its way to you', { name: 'a', '1': 'b' }),
      header: null,
    },
    /either numbers .* or names/,
  ],
  [
    'sample_missing_body',
    'samples.body.2',
    { samples: { ...sound.samples, body: { '1': 'Asha', '2': ' ' } } },
    /sample for \{\{2\}\}/,
  ],
  ['footer_long', 'footer', { footer: 'a'.repeat(61) }, /61 characters\. WhatsApp allows 60/],
  ['footer_variables', 'footer', { footer: 'Bye {{1}}' }, /footer can't have variables/],
  ['footer_lines', 'footer', { footer: 'One\nTwo' }, /footer on a single line/],
  ['footer_emoji', 'footer', { footer: 'Bye 👋' }, /not allowed in the footer/],
  [
    'buttons_many',
    'buttons',
    { buttons: Array.from({ length: 11 }, (_, at) => reply(`Reply ${at}`)) },
    /at most 10 buttons\. You have 11/,
  ],
  [
    'buttons_urls',
    'buttons',
    { buttons: [link('a'), link('b'), link('c')] },
    /At most two buttons can open a website/,
  ],
  [
    'buttons_phones',
    'buttons',
    { buttons: ['a', 'b'].map((text) => ({ type: 'PHONE_NUMBER' as const, text, value: '+919876543210' })) },
    /Only one button can call/,
  ],
  [
    'buttons_codes',
    'buttons',
    { buttons: ['a', 'b'].map((text) => ({ type: 'COPY_CODE' as const, text, value: 'A' })) },
    /Only one button can copy/,
  ],
  [
    'buttons_grouped',
    'buttons',
    { buttons: [reply('a'), link('b'), reply('c')] },
    /Keep the quick replies together/,
  ],
  ['buttons_alike', 'buttons', { buttons: [reply('Yes'), reply('yes')] }, /Two buttons say "Yes"/],
  ['button_label_missing', 'buttons.0.text', withButton({ text: '' }), /Write the button text/],
  [
    'button_label_long',
    'buttons.0.text',
    withButton({ text: 'a'.repeat(26) }),
    /26 characters\. WhatsApp allows 25/,
  ],
  ['button_label_variable', 'buttons.0.text', withButton({ text: 'Hi {{1}}' }), /can't have a variable/],
  ['button_label_lines', 'buttons.0.text', withButton({ text: 'a\nb' }), /button text on a single line/],
  ['button_label_emoji', 'buttons.0.text', withButton({ text: 'Yes 👍' }), /not allowed on buttons/],
  ['url_missing', 'buttons.0.value', withButton({ type: 'URL' }), /address that the button opens/],
  [
    'url_format',
    'buttons.0.value',
    withButton({ type: 'URL', value: 'shop.example' }),
    /begins with https:\/\//,
  ],
  [
    'url_whatsapp',
    'buttons.0.value',
    withButton({ type: 'URL', value: 'https://wa.me/919876543210' }),
    /can't open a WhatsApp chat/,
  ],
  [
    'url_long',
    'buttons.0.value',
    withButton({ type: 'URL', value: `https://shop.example/${'a'.repeat(1980)}` }),
    /2,001 characters\. WhatsApp allows 2,000/,
  ],
  [
    'url_variable_open',
    'buttons.0.value',
    withButton({ type: 'URL', value: 'https://shop.example/{{1' }),
    /not closed/,
  ],
  [
    'url_variable_place',
    'buttons.0.value',
    withButton({ type: 'URL', value: 'https://shop.example/{{1}}/x', sample: 'https://shop.example/a/x' }),
    /at its end/,
  ],
  [
    'url_sample_missing',
    'buttons.0.sample',
    withButton({ type: 'URL', value: 'https://shop.example/{{1}}' }),
    /full sample address/,
  ],
  [
    'url_sample_other',
    'buttons.0.sample',
    withButton({ type: 'URL', value: 'https://shop.example/{{1}}', sample: 'A-1' }),
    /must begin with https:\/\/shop\.example\//,
  ],
  [
    'phone_missing',
    'buttons.0.value',
    withButton({ type: 'PHONE_NUMBER' }),
    /phone number that the button calls/,
  ],
  [
    'phone_format',
    'buttons.0.value',
    withButton({ type: 'PHONE_NUMBER', value: '9876543210' }),
    /with its country code/,
  ],
  [
    'phone_long',
    'buttons.0.value',
    withButton({ type: 'PHONE_NUMBER', value: '+91 (98765) 432 - 10 - 1' }),
    /characters\. WhatsApp allows 20/,
  ],
  ['code_missing', 'buttons.0.value', withButton({ type: 'COPY_CODE' }), /sample code/],
  [
    'code_long',
    'buttons.0.value',
    withButton({ type: 'COPY_CODE', value: 'A'.repeat(21) }),
    /21 characters\. WhatsApp allows 20/,
  ],
  ['code_format', 'buttons.0.value', withButton({ type: 'COPY_CODE', value: 'SAVE 20' }), /without spaces/],
]

const brokenCodes: typeof broken = [
  ['otp_header', 'header', withHeader('Your code'), /can't have a header/],
  ['otp_footer', 'footer', { footer: 'Bye' }, /footer of a one-time code/],
  ['otp_buttons', 'buttons', { buttons: [reply('Yes')] }, /one button only/],
  ['otp_minutes', 'otp.expires_minutes', { otp: { ...code.otp!, expires_minutes: 91 } }, /1 to 90 minutes/],
  ['otp_minutes', 'otp.expires_minutes', { otp: { ...code.otp!, expires_minutes: 0 } }, /1 to 90 minutes/],
  [
    'button_label_long',
    'otp.button_text',
    { otp: { ...code.otp!, button_text: 'a'.repeat(26) } },
    /26 characters/,
  ],
]

describe('the rules for templates', () => {
  it('have nothing against a sound template', () => {
    expect(checkTemplate(sound)).toEqual([])
    expect(checkTemplate(code)).toEqual([])
    expect(checkTemplate({ ...sound, header: null, footer: '', buttons: [] })).toEqual([])
  })

  it.each(broken)('%s is said at %s', (rule, field, change, says) => {
    const problems = checkTemplate({ ...sound, ...change })
    expect(problems.map((problem) => problem.rule)).toEqual([rule])
    expect(problems[0]!.field).toBe(field)
    expect(problems[0]!.sentence).toMatch(says)
  })

  it.each(brokenCodes)('%s is said at %s for one-time codes', (rule, field, change, says) => {
    const problems = checkTemplate({ ...code, ...change })
    expect(problems.map((problem) => problem.rule)).toEqual([rule])
    expect(problems[0]!.field).toBe(field)
    expect(problems[0]!.sentence).toMatch(says)
  })

  it('each have a sentence of their own', () => {
    const sentences = [...broken, ...brokenCodes].map(([rule, , change], at) => ({
      rule,
      sentence: checkTemplate({ ...(at < broken.length ? sound : code), ...change })[0]!.sentence,
    }))
    const rulesByText = new Map<string, Set<string>>()
    for (const { rule, sentence } of sentences) {
      rulesByText.set(sentence, (rulesByText.get(sentence) ?? new Set()).add(rule))
    }
    expect([...rulesByText.values()].filter((rules) => rules.size > 1)).toEqual([])
  })

  it('give the first sentence for each field', () => {
    const fields = sentencesByField(checkTemplate({ ...sound, name: '', footer: `${'a'.repeat(70)}\n{{1}}` }))
    expect(Object.keys(fields)).toEqual(['template_name', 'footer'])
    expect(fields.footer).toMatch(/characters/)
  })

  it('count a word beside a variable in any script', () => {
    const body = 'नमस्ते {{name}}, आपका ऑर्डर निकल गया है।'
    expect(
      checkTemplate({ ...sound, header: null, body, samples: { header: {}, body: { name: 'आशा' } } }),
    ).toEqual([])
  })
})

describe('text without spaces between words', () => {
  const long: [language: string, body: string, samples: Record<string, string>][] = [
    [
      'zh_CN',
      '尊敬的{{1}}您好，感谢您的购买，我们已经收到您的订单，商品将在三天之内送到您的家中。',
      { 1: '王芳' },
    ],
    [
      'ja',
      'こんにちは、{{1}}様。ご注文{{2}}を本日発送しました。到着までお待ちください。',
      { 1: '佐藤', 2: 'A-1' },
    ],
    ['th', 'สวัสดีคุณ{{1}}คำสั่งซื้อของคุณถูกจัดส่งแล้วและจะถึงภายในสามวันทำการ', { 1: 'สมชาย' }],
  ]
  it.each(long)('has enough words in %s', (language, body, samples) => {
    expect(checkTemplate({ ...sound, ...withBody(body, samples), language, header: null })).toEqual([])
  })

  it('has too few of them where it is short', () => {
    const [problem] = checkTemplate({ ...sound, ...withBody('您好{{1}}谢谢', { 1: '王芳' }), header: null })
    expect(problem?.rule).toBe('variables_many')
    expect(problem?.sentence).toMatch(/You have [12]\./)
  })
})

describe('the kind of variables', () => {
  it('is by name as soon as one has a name', () => {
    expect(parameterFormatOf({ header: null, body: 'Hello {{name}}!' })).toBe('NAMED')
    expect(parameterFormatOf({ header: { format: 'TEXT', text: 'For {{name}}' }, body: 'Hello' })).toBe(
      'NAMED',
    )
    expect(parameterFormatOf({ header: null, body: 'Hello {{1}}' })).toBe('POSITIONAL')
    expect(parameterFormatOf({ header: null, body: 'Hello' })).toBe('POSITIONAL')
  })
})
