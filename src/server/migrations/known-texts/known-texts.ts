import { providerErrors, templateStatuses } from './provider-texts.ts'

type Params = Record<string, string | number | object>
/** A text as it is stored: a key with parameters, a provider's code, several of them; or text without a code. */
export type Stored = string | { key: string; params?: Params } | Record<string, unknown> | Stored[]

const campaigns = {
  event: {
    Paused: 'paused',
    'Start undone, nothing was sent': 'undone',
    'Start wanted now': 'startNow',
    'Going on': 'goingOn',
    Cancelled: 'cancelled',
    'Trying again for people whom WhatsApp put off': 'putOff',
    'Ended: not one message was taken': 'noneTaken',
    'All messages have left': 'done',
    'Scheduled to start at once': 'scheduledNow',
    'Changed. Scheduled to start at once': 'changedNow',
    'Going on with the new version of the template': 'newVersion',
    'Going on: the template can be sent again': 'templateUsable',
    'Going on: the WhatsApp account can send again': 'accountUsable',
  },
  reason: {
    'Paused by you.': 'paused',
    'You undid the start before anything was sent. Edit it, start it, or cancel it.': 'undone',
    'Not one message was taken by WhatsApp. Look at the causes below.': 'noneTaken',
    'Waiting for WhatsApp to review the new version. Then it goes on by itself.': 'inReview',
    'The new version of the template has other variables. Say what fills them, then it goes on.':
      'newVariables',
    'The template can be sent again. Resume when the message is still wanted.': 'templateReady',
    'WhatsApp approved the new version. Look at it and resume.': 'versionReady',
    'The WhatsApp account can send again. Resume when the message is still wanted.': 'accountReady',
    'Nobody was in its audience any more.': 'nobodyLeft',
  },
}

const exact: Record<string, Stored> = {
  ...keyed('campaigns.event', campaigns.event),
  ...keyed('campaigns.reason', campaigns.reason),
  ...keyed('messages.waiting', {
    'WhatsApp has problems right now.': 'providerFailing',
    'WhatsApp does not answer as it should.': 'providerFailing',
    'Too many people blocked or reported this number, so WhatsApp limits it.': 'quality',
    'Too many people blocked or reported this number, so WhatsApp holds it back.': 'quality',
    'Delivery reports from WhatsApp are not arriving. Messages that WhatsApp did not confirm wait for them. Check the webhook in WABA Setup.':
      'reportsMissing',
  }),
  ...keyed('providers.errors', {
    'WhatsApp could not be reached.': 'unreachable.sentence',
    'WhatsApp did not answer in time, so we do not know whether it did this.': 'silent.sentence',
    'WhatsApp gave an answer that we could not read, so we do not know whether it did this.':
      'unreadable.sentence',
    'Something between this machine and WhatsApp answered in its place.': 'intercepted.sentence',
    'WhatsApp had a problem of its own.': 'providerFault.sentence',
  }),
  ...keyed('templates.stop', {
    'Waiting for WhatsApp to review the new version. Resume the campaign yourself after that.': 'inReviewAsk',
    'Waiting for WhatsApp to review the new version. The campaign then continues automatically.': 'inReview',
  }),
  ...keyed('onboarding.account.sender', {
    'No WhatsApp number is connected. Connect one in WABA Setup first.': 'none',
    'This number has no access token. Reconnect in WABA Setup.': 'noToken',
  }),
}

function keyed(folder: string, keys: Record<string, string>): Record<string, Stored> {
  return Object.fromEntries(
    Object.entries(keys).map(([sentence, key]) => [sentence, { key: `${folder}.${key}` }]),
  )
}

const date = '(?<date>\\w{3} \\d{1,2} \\w{3} \\d{4}, \\d\\d:\\d\\d \\([\\w/+-]+\\))'
const count = '(?<count>[\\d,]+)'

/** Sentences with parameters, in the order in which they are tried. */
const patterns: [pattern: string, key: string][] = [
  [`Scheduled again for ${date}`, 'campaigns.event.scheduledAgain'],
  [`Scheduled for ${date}`, 'campaigns.event.scheduled'],
  [`Changed\\. Scheduled for ${date}`, 'campaigns.event.changed'],
  [`Failed messages will be tried again ${date}`, 'campaigns.event.retryAt'],
  [`Trying again for ${count} (?:person|people)`, 'campaigns.event.retry'],
  [
    `Trying again for ${count} (?:person|people), not before ${date}, because WhatsApp asks to wait`,
    'campaigns.event.retryLater',
  ],
  [
    `Trying again for ${count} (?:person|people) now, and for (?<later>[\\d,]+) (?:person|people) not before ${date}, because WhatsApp asks to wait`,
    'campaigns.event.retrySome',
  ],
  [`Sending ${count} messages? without an answer again`, 'campaigns.event.sentAgain'],
  [`Wrote off ${count} messages? without an answer`, 'campaigns.event.wroteOff'],
  [`Started with ${count} (?:person|people)`, 'campaigns.event.started'],
  [`Started with ${count} (?:person|people); (?<left>[\\d,]+) left out`, 'campaigns.event.startedLess'],
  [
    `It was to start ${date}, more than (?<hours>\\d+) hours ago, while Tidings was not running\\. Start it now, or cancel it\\.`,
    'campaigns.reason.late',
  ],
  [
    `WhatsApp lets you write to ${count} different people in 24 hours\\. The rest is sent later by itself\\.`,
    'messages.waiting.tier',
  ],
  [
    `WhatsApp lets you write to ${count} different people in 24 hours, and takes no more for now\\. The rest goes on by itself\\.`,
    'messages.waiting.tier',
  ],
  [
    `WhatsApp lets you write to ${count} different people in 24 hours\\. That number is reached\\. The rest is sent later by itself\\.`,
    'messages.waiting.limitUsed',
  ],
  [
    `WhatsApp lets you write to ${count} different people in 24 hours\\. Your other number uses the last of them\\. The rest is sent later by itself\\.`,
    'messages.waiting.limitSetAside',
  ],
  [
    "The template “(?<name>.+?)” (?:can't be sent\\.|cannot be sent:) (?<why>.+)",
    'templates.stop.cannotSend',
  ],
  [
    'WhatsApp moved the template “(?<name>.+?)” from (?<from>[A-Z]+) to (?<to>[A-Z]+)(?:\\. Its|, so its) messages may cost more\\. Resume if you agree, or send another template\\.',
    'templates.stop.category',
  ],
  [
    '(?<number>\\+[\\d ()-]+) is no longer connected\\. Reconnect it in WABA Setup\\.',
    'onboarding.account.sender.disconnected',
  ],
]
const compiled = patterns.map(([pattern, key]) => [new RegExp(`^${pattern}$`, 's'), key] as const)
const untilSuffix = new RegExp(` Until ${date}\\.$`)

const labels: Record<string, string> = {
  'Unusable number': 'unusable_number',
  Duplicate: 'duplicate',
  'Opted out': 'opted_out',
  'Deleted lead': 'deleted',
  'Changed number': 'changed_number',
  'Not on WhatsApp': 'unreachable',
  'US number': 'us_marketing',
  'No consent': 'no_consent',
  'No value for a variable': 'missing_value',
}

/** What is stored for a sentence of an earlier version; the sentence itself where it is not known. */
export function storedFrom(sentence: string): Stored {
  const known = exact[sentence] ?? providerText(sentence) ?? nobody(sentence)
  if (known) return known
  const until = untilSuffix.exec(sentence)
  if (until) {
    const at = shownDate(until.groups!.date!)
    if (!at) return sentence
    return [
      storedFrom(sentence.slice(0, until.index)),
      { key: 'campaigns.event.until', params: { date: at } },
    ]
  }
  for (const [pattern, key] of compiled) {
    const match = pattern.exec(sentence)
    const params = match && paramsOf(match.groups ?? {})
    if (params) return { key, params }
  }
  return sentence
}

function paramsOf(groups: Record<string, string>): Params | null {
  const params: Params = {}
  for (const [name, value] of Object.entries(groups)) {
    const shown =
      name === 'date'
        ? shownDate(value)
        : name === 'why'
          ? { text: storedFrom(value) }
          : ['name', 'from', 'to', 'number'].includes(name)
            ? value
            : Number(value.replaceAll(',', ''))
    if (shown === null) return null
    params[name] = shown
  }
  return params
}

/** `Nobody could get it: No consent 1, Duplicate 2.` */
function nobody(sentence: string): Stored | undefined {
  const list = /^Nobody could get it: (.+)\.$/.exec(sentence)?.[1]
  if (!list) return undefined
  // Counts have commas without a space behind them.
  const parts = list.split(', ').map((part) => {
    const [, label = '', number = ''] = /^(.+) ([\d,]+)$/.exec(part) ?? []
    const reason = labels[label]
    if (!reason) return part
    const params = {
      reason: { text: { key: `campaigns.leftOut.${reason}` } },
      count: Number(number.replaceAll(',', '')),
    }
    return { key: 'campaigns.leftOutCount', params }
  })
  return { key: 'campaigns.reason.nobody', params: { reasons: { parts } } }
}

/** The provider's explanation, alone or with the advice behind it; and what a template's status means. */
function providerText(sentence: string): Stored | undefined {
  const status = templateStatuses[sentence]
  if (status) return { templateStatus: status }
  for (const [meta, what] of providerErrors) {
    if (sentence === what) return { meta, part: 'sentence' }
    if (sentence.startsWith(`${what} `) && !untilSuffix.test(sentence))
      return [
        { meta, part: 'sentence' },
        { meta, part: 'advice' },
      ]
  }
  return undefined
}

/** `Fri 20 Nov 2026, 14:30 (Asia/Kolkata)` as an instant and its zone. */
function shownDate(text: string): { start: string; zone: string } | null {
  const [, day, time, zone] = /^\w{3} (.+), (\d\d:\d\d) \((.+)\)$/.exec(text) ?? []
  const local = Date.parse(`${day} ${time} UTC`)
  if (!zone || Number.isNaN(local)) return null
  const at = new Date(local - offsetOf(zone, local))
  return { start: at.toISOString(), zone }
}

function offsetOf(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - at
}
