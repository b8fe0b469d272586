/**
 * Graph's failures: code, HTTP status, title and the usual `error_data.details`, for answers and for `failed`
 * statuses. Source: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes.
 */
type Row = readonly [http: number, title: string, details?: string]

const catalogue: Record<number, Row> = {
  0: [401, 'AuthException', 'We were unable to authenticate the app user.'],
  1: [400, 'API Unknown', 'Invalid request or possible server error.'],
  2: [503, 'Service temporarily unavailable', 'Temporary due to downtime or due to being overloaded.'],
  3: [500, 'Application does not have the capability to make this API call.'],
  4: [400, 'Application request limit reached'],
  10: [403, 'Application does not have permission for this action'],
  33: [400, 'Parameter value is not valid', 'The business phone number has been deleted.'],
  100: [400, 'Invalid parameter'],
  104: [401, 'An access token is required to request this resource.'],
  190: [401, 'Access token has expired'],
  200: [403, 'You do not have the necessary permissions required to perform this action.'],
  368: [403, 'The action attempted has been deemed abusive or is otherwise disallowed'],
  613: [429, 'Calls to this api have exceeded the rate limit.'],
  803: [404, 'Some of the aliases you requested do not exist'],
  80007: [
    400,
    'There have been too many calls from this WhatsApp Business account. Wait a bit and try again.',
  ],
  80008: [
    400,
    'There have been too many calls to this WhatsApp Business account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
  ],
  2500: [400, 'Unknown path components'],
  130403: [
    403,
    'User has blocked this business',
    'The user has blocked your business and cannot be messaged.',
  ],
  130429: [400, 'Rate limit hit', 'Cloud API message throughput has been reached.'],
  130472: [
    400,
    "User's number is part of an experiment",
    "Message was not sent as the user's number is part of an experiment.",
  ],
  130497: [
    403,
    'Business account is restricted from messaging users in this country.',
    'The WhatsApp Business Account is restricted from messaging to users in certain countries.',
  ],
  131000: [500, 'Something went wrong', 'Message failed to send due to an unknown error.'],
  131005: [403, 'Access denied', 'Permission is either not granted or has been removed.'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable', 'A service is temporarily unavailable.'],
  131021: [400, 'Recipient cannot be sender', 'Sender and recipient phone number is the same.'],
  131026: [400, 'Message undeliverable', 'Message Undeliverable.'],
  131030: [
    400,
    'Recipient phone number not in allowed list',
    'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
  ],
  131031: [403, 'Business Account locked', 'Business Account has been locked.'],
  131037: [
    400,
    'Display name approval needed',
    'WhatsApp provided number needs display name approval before message can be sent.',
  ],
  131042: [
    400,
    'Business eligibility payment issue',
    'Message failed to send because there were one or more errors related to your payment method.',
  ],
  131045: [500, 'Incorrect certificate', 'Message failed to send due to a phone number registration error.'],
  131047: [
    400,
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ],
  131048: [
    400,
    'Spam rate limit hit',
    'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
  ],
  131049: [
    400,
    'This message was not delivered to maintain healthy ecosystem engagement.',
    'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  ],
  131050: [
    400,
    'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
    'The recipient has chosen to stop receiving marketing messages from this business.',
  ],
  131051: [400, 'Unsupported message type', 'Message type is not currently supported.'],
  131052: [400, 'Media download error', 'Unable to download the media sent by the user.'],
  131053: [400, 'Media upload error', 'Media download failed: the link could not be fetched.'],
  131056: [
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.',
  ],
  131057: [500, 'Business Account is in maintenance mode', 'The account is in maintenance mode.'],
  131059: [
    400,
    'Invalid template paging cursor',
    'The cursor is no longer valid. Repeat the request without a cursor.',
  ],
  131062: [
    400,
    'Business-scoped user IDs are not allowed for this message',
    'Authentication templates need a phone number.',
  ],
  131063: [
    400,
    'Marketing templates are disabled on Cloud API',
    'Marketing messages of this account go through Marketing Messages API only.',
  ],
  131064: [
    400,
    'Messaging limit lowered',
    'The messaging limit was reached because of template misclassification.',
  ],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132005: [400, 'Translated text too long'],
  132007: [400, 'Template content policy violated'],
  132008: [400, 'Template parameter value invalid'],
  132012: [400, 'Parameter format does not match format in the created template'],
  132015: [
    400,
    'Template is paused',
    'Template is paused due to low quality so it cannot be sent in a template message.',
  ],
  132016: [
    400,
    'Template is disabled',
    'Template has been paused too many times due to low quality and is now permanently disabled.',
  ],
  132018: [400, 'There was an issue with the parameters in your template'],
  133000: [500, 'Incomplete deregistration', 'A previous deregistration attempt failed.'],
  133004: [503, 'Server temporarily unavailable', 'Server is temporarily unavailable.'],
  133005: [400, 'Two-step verification PIN mismatch', 'Two-step verification PIN incorrect.'],
  133006: [
    400,
    'Phone number re-verification needed',
    'Phone number needs to be verified before registering.',
  ],
  133008: [
    400,
    'Too many two-step verification PIN guesses',
    'Too many two-step verification PIN guesses for this phone number.',
  ],
  133009: [
    400,
    'Two-step verification PIN guessed too fast',
    'Two-step verification PIN was entered too quickly.',
  ],
  133010: [400, 'The account is not registered', 'Account not registered.'],
  133015: [400, 'Please wait a few minutes before attempting to register this phone number'],
  133016: [
    400,
    'Account register deregister rate limit exceeded',
    'There were too many attempts to register or deregister this phone number in a short period of time.',
  ],
  134100: [
    400,
    'Only marketing messages supported',
    'Only marketing templates may be sent through this endpoint.',
  ],
  135000: [
    400,
    'Generic user error',
    'Message failed to send because of an unknown error with your request parameters.',
  ],
  136024: [400, 'Request code error', 'Please try again later, or use another method.'],
  136025: [400, 'Verify code error', 'The code you entered is incorrect.'],
  137000: [400, 'Recipient identity key hash mismatch'],
}

/** Everything Graph may put beside the code. */
type GraphErrorParts = {
  /** What `error_data.details` says; WhatsApp's own failures have it, plain Graph ones do not. */
  details?: string
  /** Replaces the catalogue's wording of `message`. */
  message?: string
  type?: string
  subcode?: number
  userTitle?: string
  userMessage?: string
  http?: number
  headers?: Record<string, string>
}

/** A refusal on its way to the caller, in the shape and with the status that Graph would use. */
export class GraphError extends Error {
  readonly code: number
  readonly parts: GraphErrorParts
  constructor(code: number, parts: GraphErrorParts = {}) {
    super(parts.message ?? titleOf(code))
    this.name = 'GraphError'
    this.code = code
    this.parts = parts
  }
}

/** True when the sandbox has a row for this code. */
export const isKnownCode = (code: number): boolean => code in catalogue

/** How Graph titles a code; unknown codes get its title for unknown failures. */
export const titleOf = (code: number): string => (catalogue[code] ?? catalogue[131000]!)[1]

/** What Graph usually puts into `error_data.details` for a code. */
export const detailsOf = (code: number): string => {
  const row = catalogue[code] ?? catalogue[131000]!
  return row[2] ?? row[1]
}

/** The HTTP status a code travels with when it answers a request. */
const httpOf = (code: number): number => catalogue[code]?.[0] ?? 400

let traces = 0

/** An id as Graph puts into `fbtrace_id`: 21 characters beginning with A. */
export function traceId(): string {
  traces = (traces + 1) % 0xffffff
  const random = Math.floor(Math.random() * 0xffffffffffff).toString(36)
  return `A${random}${traces.toString(36)}${random}`.slice(0, 21)
}

/** The answer's body for a refusal. WhatsApp's own codes (130000 and up) carry `error_data`. */
export function errorBody(error: GraphError): string {
  const { code, parts } = error
  const isWhatsApp = code >= 130000 && code < 200000
  const details = parts.details ?? (isWhatsApp ? detailsOf(code) : undefined)
  const message =
    parts.message ??
    (code === 0 || code === 190 || code === 104 ? titleOf(code) : `(#${code}) ${titleOf(code)}`)
  return JSON.stringify({
    error: {
      message,
      type: parts.type ?? 'OAuthException',
      code,
      ...(details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
      ...(parts.subcode === undefined ? {} : { error_subcode: parts.subcode }),
      ...(parts.userTitle === undefined ? {} : { is_transient: false, error_user_title: parts.userTitle }),
      ...(parts.userMessage === undefined ? {} : { error_user_msg: parts.userMessage }),
      fbtrace_id: traceId(),
    },
  })
}

/** The status a refusal is answered with. */
export const errorStatus = (error: GraphError): number => error.parts.http ?? httpOf(error.code)

/** One entry of `errors` in a `failed` status or an account-level webhook. */
export function webhookError(code: number, details?: string) {
  const title = titleOf(code)
  return {
    code,
    title,
    message: title,
    error_data: { details: details ?? detailsOf(code) },
    href: '/documentation/business-messaging/whatsapp/support/error-codes',
  }
}

/** The answer for an id that does not exist or that the token may not see; Graph uses one answer for both. */
export const unknownObject = (id: string, method = 'get'): GraphError =>
  new GraphError(100, {
    message: `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    subcode: 33,
  })

/** A plain Graph complaint about one parameter. */
export const badParameter = (message: string): GraphError =>
  new GraphError(100, { message: `(#100) ${message}` })
