import { t } from '../messages/t.ts'

/** What a status of the provider means for the owner: its name, whether the template can be sent, what happens next. */
export type StatusMeaning = { label: string; sends: boolean; sentence: string }

/** The provider's statuses, and whether a template can be sent in them. */
const known = {
  APPROVED: true,
  PENDING: false,
  REJECTED: false,
  PAUSED: false,
  DISABLED: false,
  IN_APPEAL: false,
  PENDING_DELETION: false,
  DELETED: false,
  LIMIT_EXCEEDED: false,
  ARCHIVED: false,
  FLAGGED: true,
  LOCKED: false,
} as const

type KnownStatus = keyof typeof known
const isKnown = (status: string): status is KnownStatus => Object.hasOwn(known, status)

/** The statuses in which a template can be sent. */
export const sendingStatuses = Object.keys(known).filter((status) => isKnown(status) && known[status])

/** A status that the provider has added since is shown in its own word and does not send. */
export function statusMeaning(status: string): StatusMeaning {
  const code = status.toUpperCase()
  if (isKnown(code)) {
    return {
      label: t(`templates.status.${code}.label`),
      sends: known[code],
      sentence: t(`templates.status.${code}.sentence`),
    }
  }
  const word = status.replaceAll('_', ' ').toLowerCase()
  return {
    label: word.slice(0, 1).toUpperCase() + word.slice(1),
    sends: false,
    sentence: t('templates.unknownStatus', { status: word }),
  }
}

const rejections = [
  'ABUSIVE_CONTENT',
  'INCORRECT_CATEGORY',
  'CATEGORY_NOT_AVAILABLE',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const

/** Why the provider rejected a template, and what to change, in a sentence each. Undefined where it gave no reason. */
export function rejectionText(reason: string | null): { reason: string; advice: string } | undefined {
  if (!reason || reason === 'NONE') return undefined
  const code = rejections.find((one) => one === reason.toUpperCase())
  if (code) {
    return {
      reason: t(`templates.rejection.${code}.reason`),
      advice: t(`templates.rejection.${code}.advice`),
    }
  }
  return {
    reason: t('templates.unknownRejection.reason', { reason: reason.replaceAll('_', ' ').toLowerCase() }),
    advice: t('templates.unknownRejection.advice'),
  }
}
