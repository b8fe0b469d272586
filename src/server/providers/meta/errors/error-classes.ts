/**
 * Meta's codes by what a caller does about them. Only this folder names codes; other code asks for a class.
 * Source: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes.
 */
const classes = {
  /** The token itself is expired, revoked or unknown. */
  deadToken: [0, 104, 190],
  /** Our access is gone; connecting again restores it. Meta's permission codes 200 to 299 are added below. */
  lostAccess: [0, 3, 10, 104, 190, 131005],
  /** Meta cannot charge for messages. */
  payment: [131042],
  /** The same in `health_status`. */
  paymentHealth: [141006],
  accountLocked: [131031],
  accountRestricted: [368],
  /** The number is held back for its quality or its 24-hour limit. */
  spamLimit: [131048],
  maintenance: [131057],
  /** One message in six seconds to a person: says nothing about the provider's health. */
  pairRate: [131056],
  /** The person blocked the business, or stopped its marketing in WhatsApp. */
  blocked: [130403, 131050],
  /** Two-step verification is on with another PIN. */
  wrongPin: [133005],
  /** Only the owner has the PIN; 133008 and 133009: too many wrong PINs, too fast. */
  pin: [133005, 133008, 133009],
  wrongVerificationCode: [136025],
  invalidParameter: [100],
  /** "Unsupported get request" for what the token cannot see; 200 for what is not shared. */
  notVisible: [33, 100, 200, 803],
  /** The name is taken, or locked for 30 days after a template of that name was deleted. */
  templateName: [2388023, 2388024],
  templateCategory: [2388026],
  /** The template itself cannot be sent: its parameters, not approved, its format, paused, disabled. */
  templateRefused: [132000, 132001, 132012, 132015, 132016],
  /** Paused for its quality; Meta releases it after hours. */
  templatePaused: [132015],
  /** This account may send marketing only by the Marketing Messages API. */
  marketingElsewhere: [131063],
  templateHeader: [2388047, 2388273],
  templateBody: [2388072, 2388039, 2388293, 2388299],
  templateFooter: [2388073],
  templateButtons: [2388060],
} as const

type ErrorClass = keyof typeof classes

/** The codes of a class, for SQL. */
export const codesOf = (name: ErrorClass): number[] => [...classes[name]]

const isPermissionCode = (code: number): boolean => code >= 200 && code <= 299

export function isOfClass(code: number | string | null | undefined, name: ErrorClass): boolean {
  if (code === null || code === undefined || code === '') return false
  const known: readonly number[] = classes[name]
  return known.includes(Number(code)) || (name === 'lostAccess' && isPermissionCode(Number(code)))
}

/** A permission is missing (10 and 200 to 299), or a code between them that an expired token does not explain. */
export const isMissingPermission = (code: number | undefined): boolean =>
  code !== undefined && code >= 10 && code <= 299 && code !== 190

/** Code 100 with subcode 33: the object does not exist, or the token cannot see it. */
export const isUnknownObject = ({
  code,
  subcode,
}: {
  code?: number | undefined
  subcode?: number | undefined
}) => isOfClass(code, 'invalidParameter') && subcode === 33

const templateParts = [
  ['templateName', 'template_name'],
  ['templateCategory', 'category'],
  ['templateHeader', 'header'],
  ['templateBody', 'body'],
  ['templateFooter', 'footer'],
  ['templateButtons', 'buttons'],
] as const

/** Which part of a template a refusal is about. */
export function templatePartOf(code: number | undefined): (typeof templateParts)[number][1] | undefined {
  return templateParts.find(([name]) => isOfClass(code, name))?.[1]
}
