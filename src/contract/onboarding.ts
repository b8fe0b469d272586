import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { DoctorReport } from './onboarding/doctor.ts'
import { OnboardingStatus, ServerOnboardingStatus } from './onboarding/status.ts'
import { MarketingEndpoint, PhoneNumber, WhatsappAccount } from './onboarding/whatsapp-account.ts'
import { e164Pattern, Id, ProviderId } from './values.ts'

export * from './onboarding/doctor.ts'
export * from './onboarding/status.ts'
export * from './onboarding/whatsapp-account.ts'

export const BusinessCategory = z.enum(['EDUCATION', 'RETAIL', 'ENTERTAINMENT', 'REAL_ESTATE', 'TRAVEL'])
export type BusinessCategory = z.infer<typeof BusinessCategory>

/** New registration: every field is checked. */
const NewRegistration = z.object({
  mode: z.literal('new'),
  business_name: z
    .string()
    .trim()
    .min(1, { error: () => t('onboarding.registration.businessName') })
    .max(200),
  phone_number: z.string().regex(e164Pattern, { error: () => t('onboarding.registration.phone') }),
  category: z.enum(BusinessCategory.options, { error: () => t('onboarding.registration.category') }),
})

/** Already registered: the number alone, and it is not checked. */
const ExistingRegistration = z.object({
  mode: z.literal('existing'),
  phone_number: z.string().trim().max(40).default(''),
})

export const Registration = z.discriminatedUnion('mode', [NewRegistration, ExistingRegistration])
export type Registration = z.infer<typeof Registration>

const StatusAnswer = answer({ onboardingStatus: OnboardingStatus, onboarding_status: ServerOnboardingStatus })

/** One step of connecting, checked at once. */
export const ConnectStep = z.object({
  step: z.enum(['token', 'permissions', 'account', 'number', 'webhooks', 'registered']),
  ok: z.boolean(),
  sentence: z.string(),
})
export type ConnectStep = z.infer<typeof ConnectStep>

/** The result of connecting. `choose`: the token reaches several accounts or numbers; one must be chosen. */
const ConnectAnswer = answer({
  outcome: z.enum(['connected', 'choose']),
  waba_id: z.string().nullable(),
  phone_number_id: z.string().nullable(),
  steps: z.array(ConnectStep),
})

export const TokenInput = z.object({
  token: z
    .string()
    .trim()
    .min(20, { error: () => t('onboarding.token') })
    .max(2000),
  /** Looked up where the token allows it. */
  waba_id: z.union([z.literal(''), ProviderId]).optional(),
  phone_number_id: z.union([z.literal(''), ProviderId]).optional(),
})

/** The result of the signup dialog: the code from its callback, the ids from its message. */
export const SignupInput = z.object({
  code: z.string().min(1).max(4000),
  waba_id: ProviderId.optional(),
  phone_number_id: ProviderId.optional(),
  /** The provider's business that owns the account. */
  portfolio_id: ProviderId.optional(),
  /** FINISH, FINISH_ONLY_WABA, FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING. */
  event: z.string().max(80).optional(),
})

const Asset = z.object({ id: z.string(), name: z.string() })
export const BusinessAssets = z.object({
  wabas: z.array(Asset.extend({ connected: z.boolean() })),
  phone_numbers: z.array(
    z.object({
      id: z.string(),
      /** Number and name: `+91 98123 45678 · Asha's Sweets`. */
      display_name: z.string(),
      waba_id: z.string(),
      /** The provider's word; only CONNECTED sends. */
      status: z.string(),
    }),
  ),
})
export type BusinessAssets = z.infer<typeof BusinessAssets>

/** The choice of an account and a number. Further fields of the callback are accepted but read from the provider. */
export const BusinessDetails = z.object({
  waba_id: z.string().trim().max(20).optional(),
  phone_number_id: z.string().trim().max(20).optional(),
  phone_id: z.string().trim().max(20).optional(),
  verified_name: z.string().max(300).nullish(),
  access_token: z.string().trim().max(2000).nullish(),
  display_phone_number: z.string().max(60).nullish(),
  business_name: z.string().trim().max(200).nullish(),
  phone_number: z.string().trim().max(40).nullish(),
  category: z.string().trim().max(60).nullish(),
  country_code: z.string().max(10).nullish(),
  messaging_status: z.string().max(60).nullish(),
  display_name: z.string().max(300).nullish(),
})

/** A warning for the owner on every screen. */
export const Notice = z.object({
  id: z.string(),
  kind: z.enum(['yours', 'error']),
  /** Nothing is being sent until this is settled. */
  stops: z.boolean(),
  sentence: z.string(),
  action: z.string(),
  /** A path of the web app. */
  to: z.string(),
})
export type Notice = z.infer<typeof Notice>

/** The sending number and its state, for the header of every screen. */
export const Connection = z.object({
  accounts: z.array(WhatsappAccount),
  /** The default number; null: none is connected. */
  number: z
    .object({
      /** E.164. */
      phone: z.string(),
      display_phone_number: z.string(),
      state: z.enum(['ready', 'waiting', 'attention', 'stopped']),
      /** `Connected`, `Not registered yet` … */
      word: z.string(),
    })
    .nullable(),
  notices: z.array(Notice),
  /** Nothing leaves this machine. */
  practice: z.boolean(),
})
export type Connection = z.infer<typeof Connection>

/** What the signup dialog is opened with, and what is to be entered at the provider. */
export const OnboardingSettings = z.object({
  practice: z.boolean(),
  app_id: z.string(),
  config_id: z.string().nullable(),
  graph_version: z.string(),
  /** The provider's JavaScript SDK. */
  sdk_url: z.string(),
  /** The page for a frame that may load it: no other page of ours may. */
  dialog_page: z.string(),
  /** Messages of the signup dialog are taken from exactly these origins. */
  trusted_origins: z.array(z.string()),
  /** The dialog for a frame of the page; null where the provider lets no page frame it. */
  frame_url: z.string().nullable(),
  /** Signup on the provider's own page. */
  hosted_signup_url: z.string().nullable(),
  /** To be entered in the app's dashboard. */
  webhook_url: z.string(),
  redirect_url: z.string(),
  domain: z.string(),
  /** For the operator of the install alone. */
  verify_token: z.string().nullable(),
  webhook_fields: z.array(z.string()),
  operator: z.boolean(),
})
export type OnboardingSettings = z.infer<typeof OnboardingSettings>

const Waba = z.object({ waba_id: ProviderId })
const NumberId = z.object({ phone_number_id: ProviderId })

export const onboarding = endpoints({
  getStatus: {
    method: 'GET',
    path: '/marketing/api/meta/get_onboarding_status',
    summary: 'How far the WhatsApp onboarding is',
    response: StatusAnswer,
  },
  fetchStatus: {
    method: 'GET',
    path: '/marketing/api/meta/fetch_onboarding_status',
    summary: 'How far the WhatsApp onboarding is, with the checklist',
    response: StatusAnswer,
  },
  sync: {
    method: 'POST',
    path: '/marketing/api/meta/fetch_onboarding_status',
    summary: 'Ask the provider anew how accounts and numbers stand',
    description:
      'With `code` and `state`, the login that the provider sent back to a page of ours is finished first.',
    body: z
      .object({
        phone: z.string().trim().max(40).nullish(),
        code: z.string().max(4000).nullish(),
        state: z.string().max(400).nullish(),
      })
      .nullish(),
    response: StatusAnswer,
  },
  register: {
    method: 'POST',
    path: '/marketing/api/meta/register_client_waba',
    summary: 'Register the business; the answer says where the browser goes on',
    body: Registration,
    response: answer({ redirect_url: z.string() }),
  },
  saveDetails: {
    method: 'POST',
    path: '/marketing/api/meta/save_business_details',
    summary: 'Connect the chosen account and number',
    body: BusinessDetails,
    response: ConnectAnswer,
  },
  assets: {
    method: 'GET',
    path: '/marketing/api/meta/get_business_assets',
    summary: 'The accounts and numbers that the login reaches',
    response: answer({ assets: BusinessAssets }),
  },
  oauthCallback: {
    method: 'GET',
    path: '/marketing/api/meta/oauth/callback',
    summary: 'Where the provider sends the browser back to after a login',
    access: 'public',
    raw: true,
    query: z.object({
      state: z.string().max(400).optional(),
      code: z.string().max(4000).optional(),
      error: z.string().max(400).optional(),
      error_reason: z.string().max(400).optional(),
      error_description: z.string().max(2000).optional(),
      error_message: z.string().max(2000).optional(),
    }),
    response: z.unknown(),
  },
  settings: {
    method: 'GET',
    path: '/marketing/api/onboarding/settings',
    summary: 'What the signup dialog is opened with',
    response: answer({ settings: OnboardingSettings }),
  },
  connection: {
    method: 'GET',
    path: '/marketing/api/onboarding/connection',
    summary: 'Connected accounts and numbers, and what the owner should know of them',
    response: answer({ connection: Connection }),
  },
  connectToken: {
    method: 'POST',
    path: '/marketing/api/onboarding/connect-token',
    audit: 'whatsapp_connected',
    summary: 'Connect with a pasted system-user token',
    body: TokenInput,
    response: ConnectAnswer,
  },
  usePractice: {
    method: 'POST',
    path: '/marketing/api/onboarding/practice-account',
    audit: 'whatsapp_connected',
    summary: 'Connect an account to practise with, in test mode',
    response: ConnectAnswer,
  },
  completeSignup: {
    method: 'POST',
    path: '/marketing/api/onboarding/complete-signup',
    audit: 'whatsapp_connected',
    summary: 'Connect with what the embedded signup gave',
    body: SignupInput,
    response: ConnectAnswer,
  },
  openHosted: {
    method: 'POST',
    path: '/marketing/api/onboarding/hosted-signup',
    summary: 'Start a signup on the provider’s own page',
    response: answer({ url: z.string() }),
  },
  hostedStatus: {
    method: 'GET',
    path: '/marketing/api/onboarding/hosted-signup',
    summary: 'What came of a signup on the provider’s own page',
    response: answer({
      state: z.enum(['none', 'waiting', 'confirm', 'connected']),
      waba_id: z.string().nullable(),
    }),
  },
  openHostedSignups: {
    method: 'GET',
    path: '/marketing/api/onboarding/hosted-signups',
    summary: 'Signups that nobody has yet, and who has opened the provider’s page',
    description: 'For the operator of the install alone.',
    response: answer({
      signups: z.array(z.object({ waba_id: z.string(), received_at: z.string() })),
      waiting: z.array(z.object({ name: z.string(), email: z.string(), opened_at: z.string() })),
    }),
  },
  assignHosted: {
    method: 'POST',
    path: '/marketing/api/onboarding/hosted-signups/assign',
    summary: 'Say whose signup it was: their account is connected',
    description: 'For the operator of the install alone.',
    body: Waba.extend({ email: z.string().trim().toLowerCase().max(254) }),
    response: answer({}),
  },
  disconnect: {
    method: 'POST',
    path: '/marketing/api/onboarding/disconnect',
    audit: 'whatsapp_disconnected',
    summary: 'Disconnect an account: its tokens are removed at once, its history stays',
    body: Waba,
    response: answer({}),
  },
  setDefaultNumber: {
    method: 'POST',
    path: '/marketing/api/onboarding/default-number',
    summary: 'Make a number the one that sends unless another is chosen',
    body: NumberId,
    response: answer({}),
  },
  setMarketingEndpoint: {
    method: 'POST',
    path: '/marketing/api/onboarding/marketing-endpoint',
    summary: 'Choose through which of the provider’s ways an account sends marketing templates',
    body: Waba.extend({ endpoint: MarketingEndpoint }),
    response: answer({}),
  },
  registerNumber: {
    method: 'POST',
    path: '/marketing/api/onboarding/register-number',
    audit: 'number_registered',
    summary: 'Register a number for sending',
    description:
      'Without a PIN one is made and kept. The provider allows ten registrations in 72 hours and then blocks the number for 72.',
    body: NumberId.extend({
      pin: z
        .union([z.literal(''), z.string().regex(/^\d{6}$/, { error: () => t('onboarding.pin') })])
        .optional(),
    }),
    response: answer({ number: PhoneNumber }),
  },
  requestCode: {
    method: 'POST',
    path: '/marketing/api/onboarding/request-code',
    summary: 'Have the provider send a code to a number that is to be verified',
    body: NumberId.extend({ method: z.enum(['SMS', 'VOICE']).default('SMS') }),
    response: answer({}),
  },
  verifyCode: {
    method: 'POST',
    path: '/marketing/api/onboarding/verify-code',
    summary: 'Verify a number with the code it got, and register it',
    body: NumberId.extend({
      code: z.string().regex(/^\d{3}-?\d{3}$/, { error: () => t('onboarding.code') }),
    }),
    response: answer({ number: PhoneNumber }),
  },
  repair: {
    method: 'POST',
    path: '/marketing/api/onboarding/repair',
    summary: 'Fix a finding of the doctor',
    body: Waba.extend({ repair: z.enum(['subscribe', 'webhook', 'resume']) }),
    response: answer({}),
  },
  doctor: {
    method: 'POST',
    path: '/marketing/api/onboarding/doctor',
    summary: 'Check the whole connection now',
    response: answer({ report: DoctorReport, text: z.string(), checking: z.boolean() }),
  },
  lastDoctor: {
    method: 'GET',
    path: '/marketing/api/onboarding/doctor',
    summary: 'What the last check of the connection found',
    response: answer({
      report: DoctorReport.nullable(),
      text: z.string().nullable(),
      /** The connection has changed since, and is being checked again. */
      checking: z.boolean(),
    }),
  },
  dismissWarning: {
    method: 'POST',
    path: '/marketing/api/onboarding/dismiss-warning',
    summary: 'Say that a warning of the provider is dealt with',
    body: z.object({ warning_id: Id }),
    response: answer({}),
  },
})
