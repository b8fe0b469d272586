import { createHash } from 'node:crypto'
import { type Accounts, newPhone, newWaba, whatsappScopes } from './accounts.ts'
import type { Template, TemplateComponent, TemplateStore } from './template-store.ts'

/** What is there when the sandbox starts: the same each time, so that clients can be set up once. */
export const sandboxSeed = {
  app: {
    id: '729402185630417',
    secret: '15f053fca302b37f9e1fa5dc3d637d76',
    name: 'Sandbox App',
    configId: '918273645501928',
    oldConfigId: '77918273645501928',
  },
  business: { id: '318845561207934', name: 'Sandbox Trading Company' },
  waba: { id: '204517893362150', name: 'Sandbox Trading Company' },
  /** The dataset that takes events of ads (Conversions API). */
  dataset: { id: '845112233445566' },
  /** CONNECTED, 80 messages a second. */
  phone: { id: '281074529834160', display: '+1 212-555-0142', verifiedName: 'Sandbox Trading Company' },
  /** Not verified and not registered yet: its code is always 123456. */
  secondPhone: { id: '317650294418273', display: '+1 212-555-0177', verifiedName: 'Sandbox Weekend Store' },
  /** A system-user token that never expires and sees everything above. */
  systemUserToken:
    'EAAZCrNrz9LKJuIibPUy1HhxZmZKWQDXHg2u11FlpW5vawEiwMkqPZprputDfjWExSRXUd4uIR3JhPQZfnWTnBvC5WDsA0SmOituoYY4iZCZvLXuMrv71k5ZetqkJU5y7kFAkn5EQFnSy9n6yvSgXJrmYGJSBaZq51YfEVDzIq03qjnakBHTPaxb',
  systemUserId: '122104567812034',
  /** The verify token of the webhook handshake, unless another one is given. */
  verifyToken: 'sandbox-verify-token',
  /** The code by SMS or voice of every number. */
  smsCode: '123456',
} as const

/** The webhook fields a Meta app usually listens to. */
export const allFields = [
  'messages',
  'user_preferences',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'template_correct_category_detection',
  'phone_number_quality_update',
  'phone_number_name_update',
  'security',
  'account_update',
  'account_review_update',
  'account_alerts',
  'business_capability_update',
]

/** What a subscription may name beside these; any other is refused. */
export const otherFields = [
  'standby',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
  'business_username_update',
  'partner_solutions',
  'payment_configuration_update',
  'automatic_events',
  'flows',
]

export type SeedOptions = {
  /** The business's 24 h limit, unless another one is given: TIER_UNLIMITED. */
  tier?: 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED'
  throughput?: 'STANDARD' | 'HIGH'
  /** False: the account begins without templates. */
  templates?: boolean
}

/** Puts the seeded app, business, account, numbers, token and templates in place. */
export function plantSeed(accounts: Accounts, templates: TemplateStore, options: SeedOptions = {}) {
  const { app, business, waba } = sandboxSeed
  const createdAt = Date.UTC(2026, 0, 5)
  accounts.apps.set(app.id, {
    id: app.id,
    secret: app.secret,
    name: app.name,
    callbackUrl: null,
    verifyToken: sandboxSeed.verifyToken,
    verified: false,
    fields: [...allFields],
    redirectUris: null,
  })
  accounts.businesses.set(business.id, {
    ...business,
    personId: null,
    verification: 'verified',
    tier: options.tier ?? 'TIER_UNLIMITED',
    createdAt,
  })
  accounts.wabas.set(waba.id, newWaba({ ...waba, businessId: business.id, country: 'US', createdAt }))
  const { phone, secondPhone } = sandboxSeed
  const common = { wabaId: waba.id, countryCode: '1', createdAt }
  accounts.phones.set(
    phone.id,
    newPhone({
      ...common,
      ...phone,
      quality: 'GREEN',
      codeStatus: 'VERIFIED',
      nameStatus: 'APPROVED',
      status: 'CONNECTED',
      throughput: options.throughput ?? 'STANDARD',
      registered: true,
      pin: '000000',
    }),
  )
  accounts.phones.set(secondPhone.id, newPhone({ ...common, ...secondPhone, nameStatus: 'PENDING_REVIEW' }))
  accounts.tokens.set(sandboxSeed.systemUserToken, {
    value: sandboxSeed.systemUserToken,
    kind: 'SYSTEM_USER',
    appId: app.id,
    personId: sandboxSeed.systemUserId,
    scopes: ['business_management', ...whatsappScopes],
    wabaIds: null,
    businessIds: [business.id],
    issuedAt: createdAt,
    expiresAt: 0,
    deadBy: null,
  })
  if (options.templates !== false) plantTemplates(templates, waba.id, createdAt)
}

const seeded: readonly (readonly [name: string, category: string, components: TemplateComponent[]])[] = [
  [
    'hello_world',
    'UTILITY',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      {
        type: 'BODY',
        text: 'Welcome and congratulations!! This message demonstrates your ability to send a WhatsApp message notification from the Cloud API. Thank you for taking the time to test with us.',
      },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  ],
  [
    'order_shipped',
    'UTILITY',
    [
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order {{2}} is on its way to you.',
        example: { body_text: [['Asha', 'A-1042']] },
      },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track order',
            url: 'https://shop.example/track/{{1}}',
            example: ['https://shop.example/track/A-1042'],
          },
        ],
      },
    ],
  ],
  [
    'weekend_offer',
    'MARKETING',
    [
      { type: 'HEADER', format: 'TEXT', text: 'This weekend only' },
      {
        type: 'BODY',
        text: 'Hello {{1}}, everything in our shop is 20 percent off until Sunday evening.',
        example: { body_text: [['Asha']] },
      },
      { type: 'FOOTER', text: 'Reply STOP to opt out' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Tell me more' },
          { type: 'QUICK_REPLY', text: 'Stop promotions' },
        ],
      },
    ],
  ],
  [
    'login_code',
    'AUTHENTICATION',
    [
      {
        type: 'BODY',
        text: '*{{1}}* is your verification code. For your security, do not share this code.',
        add_security_recommendation: true,
        example: { body_text: [['123456']] },
      },
      { type: 'FOOTER', text: 'This code expires in 10 minutes.', code_expiration_minutes: 10 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    ],
  ],
]

/** The templates each new account begins with. Their ids are derived from the account's, so they stay the same. */
export function plantTemplates(store: TemplateStore, wabaId: string, createdAt: number) {
  for (const [name, category, components] of seeded) {
    const digest = createHash('sha256').update(`${wabaId}/${name}`).digest()
    store.add({
      ...newTemplate(wabaId, name, 'en_US', category, structuredClone(components)),
      id: String(10n ** 16n + (digest.readBigUInt64BE() % (9n * 10n ** 16n))),
      status: 'APPROVED',
      quality: 'GREEN',
      createdAt,
    })
  }
}

/** A template as it is when it was just submitted. Its id has 17 digits: more than a JavaScript number holds. */
export function newTemplate(
  wabaId: string,
  name: string,
  language: string,
  category: string,
  components: TemplateComponent[],
): Template {
  const random = createHash('sha256')
    .update(`${wabaId}/${name}/${language}/${Date.now()}/${Math.random()}`)
    .digest()
  return {
    id: String(10n ** 16n + (random.readBigUInt64BE() % (9n * 10n ** 16n))),
    wabaId,
    name,
    language,
    status: 'PENDING',
    category,
    previousCategory: null,
    correctCategory: null,
    parameterFormat: 'POSITIONAL',
    components,
    quality: 'UNKNOWN',
    rejectedReason: 'NONE',
    ttlSeconds: null,
    edits: [],
    pauses: 0,
    pausedByPacing: false,
    createdAt: Date.now(),
  }
}
