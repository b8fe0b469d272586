import { isObject, type Json, numberOf, textOf } from '../graph/graph-json.ts'
import { messagingLimit } from '../graph/messaging-limit.ts'
import type { WebhookEvent } from './webhook-event-types.ts'
import { numberFrom, objectsIn, type Place, secondsToMs, wordOf } from './webhook-values.ts'

/**
 * News about templates, numbers and the account: one event per change. Undefined for an unknown field and for
 * a value without the event's required fields.
 */
export function readNotice(
  field: string,
  value: Json,
  change: Json,
  { wabaId, entryAt: at }: Place,
): WebhookEvent | undefined {
  // Meta's own example sends the quality update under the name of the status update.
  if (wordOf(value.new_quality_score) !== undefined) return readTemplateQuality(value, { wabaId, at })
  switch (field) {
    case 'message_template_status_update':
      return readTemplateStatus(value, change, { wabaId, at })
    case 'message_template_components_update':
      return readTemplateComponents(value, { wabaId, at })
    case 'template_category_update':
      return readTemplateCategory(value, { wabaId, at })
    case 'template_correct_category_detection': {
      const template = templateOf(value)
      const to = wordOf(value.correct_category)
      if (!template || to === undefined) return undefined
      return { kind: 'template_detection', wabaId, at, ...template, from: wordOf(value.category), to }
    }
    case 'phone_number_quality_update': {
      const event = wordOf(value.event)
      if (event === undefined) return undefined
      const tier = wordOf(value.max_daily_conversations_per_business) ?? wordOf(value.current_limit)
      const limit = tier === undefined ? undefined : messagingLimit(tier)
      return { kind: 'phone_limit', wabaId, at, ...numberFrom(value), event, tier, limit }
    }
    case 'phone_number_name_update': {
      const decision = wordOf(value.decision)
      if (decision === undefined) return undefined
      const requestedName = wordOf(value.requested_verified_name)
      const reason = reasonOf(value.rejection_reason)
      return { kind: 'phone_name', wabaId, at, ...numberFrom(value), decision, requestedName, reason }
    }
    case 'security': {
      const event = wordOf(value.event)
      if (event === undefined) return undefined
      return { kind: 'security', wabaId, at, ...numberFrom(value), event, requester: wordOf(value.requester) }
    }
    case 'business_username_update':
    case 'business_username_updates': {
      const { username, status } = value
      const named = { username: wordOf(username), status: wordOf(status) }
      return { kind: 'username', wabaId, at, ...numberFrom(value), ...named }
    }
    case 'account_update':
      return readAccountUpdate(value, { wabaId, at })
    case 'account_review_update': {
      const decision = wordOf(value.decision)
      return decision === undefined ? undefined : { kind: 'account_review', wabaId, at, decision }
    }
    case 'account_alerts':
      return readAccountAlert(value, { wabaId, at })
    case 'business_capability_update':
      return readCapability(value, { wabaId, at })
    default:
      return undefined
  }
}

type When = { wabaId: string; at: number | undefined }

/** Languages come as `en-US` here and as `en_US` everywhere else. */
function templateOf(value: Json) {
  const templateId = wordOf(value.message_template_id)
  if (templateId === undefined) return undefined
  return {
    templateId,
    name: wordOf(value.message_template_name),
    language: wordOf(value.message_template_language)?.replace('-', '_'),
  }
}

function reasonOf(value: unknown): string | undefined {
  const reason = wordOf(value)
  return reason === 'NONE' ? undefined : reason
}

function readTemplateStatus(value: Json, change: Json, when: When): WebhookEvent | undefined {
  const template = templateOf(value)
  const event = wordOf(value.event)
  if (!template || event === undefined) return undefined
  const other = isObject(value.other_info) ? value.other_info : undefined
  const disable = isObject(value.disable_info) ? value.disable_info : undefined
  // The manual's example has it beside `value`.
  const rejection = [value.rejection_info, change.rejection_info].find(isObject)
  return {
    kind: 'template_status',
    ...when,
    ...template,
    event,
    reason: reasonOf(value.reason),
    category: wordOf(value.message_template_category),
    disableDate: wordOf(disable?.disable_date),
    otherTitle: wordOf(other?.title),
    otherDescription: wordOf(other?.description),
    rejectionReason: wordOf(rejection?.reason),
    recommendation: wordOf(rejection?.recommendation),
  }
}

function readTemplateQuality(value: Json, when: When): WebhookEvent | undefined {
  const template = templateOf(value)
  if (!template) return undefined
  const previous = wordOf(value.previous_quality_score)
  return {
    kind: 'template_quality',
    ...when,
    ...template,
    previous,
    current: textOf(value.new_quality_score) ?? '',
  }
}

function readTemplateComponents(value: Json, when: When): WebhookEvent | undefined {
  const template = templateOf(value)
  if (!template) return undefined
  return {
    kind: 'template_components',
    ...when,
    ...template,
    body: textOf(value.message_template_element),
    title: wordOf(value.message_template_title),
    footer: wordOf(value.message_template_footer),
    buttons: Array.isArray(value.message_template_buttons) ? value.message_template_buttons : undefined,
  }
}

/**
 * Ahead of the change, `new_category` is the category of today and `correct_category` the one to come; after it,
 * `previous_category` and `new_category` say what they mean.
 */
function readTemplateCategory(value: Json, when: When): WebhookEvent | undefined {
  const template = templateOf(value)
  if (!template) return undefined
  const coming = wordOf(value.correct_category)
  const named = wordOf(value.new_category)
  if (coming === undefined && named === undefined) return undefined
  return {
    kind: 'template_category',
    ...when,
    ...template,
    state: coming === undefined ? 'done' : 'impending',
    from: coming === undefined ? wordOf(value.previous_category) : named,
    to: coming ?? named,
    changesAt: secondsToMs(value.category_update_timestamp),
  }
}

/** The entry's id of partner events is the partner's own: the WABA is in the event. */
function readAccountUpdate(value: Json, { wabaId, at }: When): WebhookEvent | undefined {
  const event = wordOf(value.event)
  if (event === undefined) return undefined
  const waba = isObject(value.waba_info) ? value.waba_info : undefined
  const ban = isObject(value.ban_info) ? value.ban_info : undefined
  const violation = isObject(value.violation_info) ? value.violation_info : undefined
  const restrictions = objectsIn(value.restriction_info).map((restriction) => ({
    type: wordOf(restriction.restriction_type) ?? 'UNKNOWN',
    expiresAt: secondsToMs(restriction.expiration),
  }))
  return {
    kind: 'account_update',
    wabaId: wordOf(waba?.waba_id) ?? wabaId,
    at,
    entryId: wabaId,
    event,
    ownerBusinessId: wordOf(waba?.owner_business_id),
    partnerAppId: wordOf(waba?.partner_app_id),
    banState: wordOf(ban?.waba_ban_state),
    banDate: wordOf(ban?.waba_ban_date),
    violationType: wordOf(violation?.violation_type),
    restrictions: restrictions.length > 0 ? restrictions : undefined,
    country: wordOf(value.country),
    value,
  }
}

function readAccountAlert(value: Json, { wabaId, at }: When): WebhookEvent | undefined {
  const alert = isObject(value.alert_info) ? value.alert_info : value
  const type = wordOf(alert.alert_type)
  if (type === undefined) return undefined
  return {
    kind: 'account_alert',
    wabaId,
    at,
    entityType: wordOf(value.entity_type),
    entityId: wordOf(value.entity_id),
    severity: wordOf(alert.alert_severity),
    status: wordOf(alert.alert_status),
    type,
    description: wordOf(alert.alert_description),
  }
}

/** The limit comes as a tier's name or as a number, and for older versions under the phone's name. */
function readCapability(value: Json, { wabaId, at }: When): WebhookEvent | undefined {
  const reported =
    wordOf(value.max_daily_conversations_per_business) ?? wordOf(value.max_daily_conversation_per_phone)
  const maxPhoneNumbers =
    numberOf(value.max_phone_numbers_per_business) ?? numberOf(value.max_phone_numbers_per_waba)
  if (reported === undefined && maxPhoneNumbers === undefined) return undefined
  const limit = reported === undefined ? undefined : messagingLimit(reported)
  return { kind: 'capability', wabaId, at, limit, maxPhoneNumbers }
}
