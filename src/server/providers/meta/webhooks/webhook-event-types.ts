/**
 * What Meta's webhooks say, one event a thing that happened. Words in capitals are Meta's and may be new ones.
 * Times are milliseconds since 1970. Source: …/whatsapp/webhooks/reference.
 */
export type WebhookEvent =
  | StatusEvent
  | IncomingMessageEvent
  | PreferenceEvent
  | AccountErrorEvent
  | EchoEvent
  | TemplateStatusEvent
  | TemplateQualityEvent
  | TemplateComponentsEvent
  | TemplateCategoryEvent
  | TemplateDetectionEvent
  | PhoneLimitEvent
  | PhoneNameEvent
  | SecurityEvent
  | UsernameEvent
  | AccountUpdateEvent
  | AccountReviewEvent
  | AccountAlertEvent
  | CapabilityEvent
  | UnknownEvent

/** The WABA it is about; for partner events taken from the event itself. */
type OfWaba = { wabaId: string; at?: number }
/** The sending number it is about, by Meta's id where there is one. */
type OfNumber = OfWaba & { phoneNumberId?: string; displayPhoneNumber?: string }

/** An error as webhooks word it. */
export type ReportedWebhookError = { code?: number; title?: string; message?: string; details?: string }

/** The status of a message we sent. */
export type StatusEvent = OfNumber & {
  kind: 'status'
  /** `wamid…`. */
  wamid: string
  /** sent, delivered, read, played, failed. */
  status: string
  /** Our own id, as we gave it with the message. */
  callbackData?: string
  /** Digits without `+`; absent for people who hide their number. */
  recipientId?: string
  recipientUserId?: string
  /** The id that linked portfolios share. */
  parentRecipientUserId?: string
  conversationId?: string
  conversationOrigin?: string
  conversationExpiresAt?: number
  pricing?: { category?: string; type?: string; model?: string; billable?: boolean }
  /** Of a failure; the first is the one that counts. */
  errors?: ReportedWebhookError[]
}

export type IncomingMedia = {
  id?: string
  /** Valid for five minutes. */
  url?: string
  mimeType?: string
  sha256?: string
  caption?: string
  filename?: string
  voice?: boolean
  animated?: boolean
}

/** A message from a person. A kind that Meta added later is `other`, with its content. */
export type IncomingContent =
  | { type: 'text'; text: string }
  /** Tap on a template's quick reply. */
  | { type: 'button'; text: string; payload?: string }
  /** Tap on a button or list of a free message, or a filled-in form (`nfm_reply`, with its JSON text). */
  | {
      type: 'interactive'
      reply: string
      id?: string
      title?: string
      description?: string
      responseJson?: string
    }
  | { type: 'image' | 'video' | 'audio' | 'document' | 'sticker'; media: IncomingMedia }
  | { type: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  | { type: 'contacts'; contacts: unknown[]; requested: boolean }
  /** No emoji: the reaction was taken back. */
  | { type: 'reaction'; wamid: string; emoji?: string }
  | { type: 'order'; order: unknown }
  /** `user_changed_number` and its like. */
  | {
      type: 'system'
      change: string
      body?: string
      newWaId?: string
      newUserId?: string
      newParentUserId?: string
      previousUserId?: string
    }
  | { type: 'unsupported'; what?: string; errors: ReportedWebhookError[] }
  | { type: 'other'; name: string; value: unknown }

/** The advertisement or post that led the person to us. */
export type Referral = {
  sourceType?: string
  sourceId?: string
  sourceUrl?: string
  headline?: string
  body?: string
  clickId?: string
  mediaType?: string
  mediaUrl?: string
}

export type IncomingMessageEvent = OfNumber & {
  kind: 'message'
  wamid: string
  /** Digits without `+`; absent for people who hide their number. */
  from?: string
  fromUserId?: string
  fromParentUserId?: string
  profileName?: string
  username?: string
  content: IncomingContent
  /** The message of ours (or theirs) that this answers. */
  replyTo?: string
  forwarded?: boolean
  groupId?: string
  referral?: Referral
}

/** A person stopped or allowed advertising. */
export type PreferenceEvent = OfNumber & {
  kind: 'preference'
  waId?: string
  userId?: string
  parentUserId?: string
  profileName?: string
  /** stop, resume, or signup: they opted in through Meta's link. */
  value: string
  /** marketing_messages. */
  category?: string
  detail?: string
}

/** Something is wrong with number or account, not with one message. */
export type AccountErrorEvent = OfNumber & { kind: 'account_error'; errors: ReportedWebhookError[] }

/** A message the owner typed in the phone app (coexistence). */
export type EchoEvent = OfNumber & {
  kind: 'echo'
  wamid: string
  to?: string
  content: IncomingContent
  replyTo?: string
}

type OfTemplate = OfWaba & { templateId: string; name?: string; language?: string }

export type TemplateStatusEvent = OfTemplate & {
  kind: 'template_status'
  /** APPROVED, REJECTED, PAUSED, DISABLED, FLAGGED … */
  event: string
  /** Absent where Meta says NONE or nothing. */
  reason?: string
  category?: string
  disableDate?: string
  /** FIRST_PAUSE, SECOND_PAUSE, RATE_LIMITING_PAUSE, UNPAUSE, DISABLED. */
  otherTitle?: string
  otherDescription?: string
  rejectionReason?: string
  recommendation?: string
}

export type TemplateQualityEvent = OfTemplate & {
  kind: 'template_quality'
  previous?: string
  current: string
}

export type TemplateComponentsEvent = OfTemplate & {
  kind: 'template_components'
  body?: string
  title?: string
  footer?: string
  buttons?: unknown[]
}

export type TemplateCategoryEvent = OfTemplate & {
  kind: 'template_category'
  /** `impending`: in 24 hours `from` becomes `to`; `done`: it has. */
  state: 'impending' | 'done'
  from?: string
  to?: string
  changesAt?: number
}

/** Meta recategorised a template because of its text. */
export type TemplateDetectionEvent = OfTemplate & { kind: 'template_detection'; from?: string; to: string }

/** Speed or daily limit of a number; known by its digits only. */
export type PhoneLimitEvent = OfNumber & {
  kind: 'phone_limit'
  /** ONBOARDING, THROUGHPUT_UPGRADE, FLAGGED, UNFLAGGED, UPGRADE, DOWNGRADE. */
  event: string
  tier?: string
  /** Null: none; absent: not reported. */
  limit?: number | null
}

export type PhoneNameEvent = OfNumber & {
  kind: 'phone_name'
  /** APPROVED, DEFERRED, PENDING, REJECTED. */
  decision: string
  requestedName?: string
  reason?: string
}

/** PIN_CHANGED, PIN_RESET_REQUEST, PIN_REQUEST_SUCCESS. */
type SecurityEvent = OfNumber & { kind: 'security'; event: string; requester?: string }

type UsernameEvent = OfNumber & { kind: 'username'; username?: string; status?: string }

export type AccountUpdateEvent = OfWaba & {
  kind: 'account_update'
  /** PARTNER_ADDED, PARTNER_REMOVED, DISABLED_UPDATE, ACCOUNT_VIOLATION, ACCOUNT_DELETED … */
  event: string
  /** The entry's own id, which for partner events is not the WABA's. */
  entryId: string
  ownerBusinessId?: string
  partnerAppId?: string
  /** DISABLE, REINSTATE, SCHEDULE_FOR_DISABLE. */
  banState?: string
  banDate?: string
  violationType?: string
  /** `expiresAt` in milliseconds since 1970; absent: until Meta lifts it. */
  restrictions?: { type: string; expiresAt?: number | undefined }[]
  country?: string
  /** Everything Meta said. */
  value: unknown
}

/** APPROVED, REJECTED, PENDING, DEFERRED. */
export type AccountReviewEvent = OfWaba & { kind: 'account_review'; decision: string }

type AccountAlertEvent = OfWaba & {
  kind: 'account_alert'
  entityType?: string
  entityId?: string
  /** CRITICAL, WARNING, INFORMATIONAL. */
  severity?: string
  status?: string
  type?: string
  description?: string
}

type CapabilityEvent = OfWaba & {
  kind: 'capability'
  /** New people a day, over the portfolio. Null: no limit; absent: not reported. */
  limit?: number | null
  maxPhoneNumbers?: number
}

/** Not known to us, or not of the form it should have: kept whole. */
export type UnknownEvent = OfWaba & { kind: 'unknown'; field: string; value: unknown }
