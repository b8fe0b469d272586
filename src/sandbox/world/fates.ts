/** The steps that a status webhook reports. */
export type Step = 'sent' | 'delivered' | 'read' | 'failed'

/** What a person chooses in WhatsApp itself: `signup` by the business's own link. */
export type Preference = 'stop' | 'resume' | 'signup'

/** What the person does after reading. */
export type Reply =
  | { kind: 'text'; text: string }
  | { kind: 'button' }
  | { kind: 'image' }
  | { kind: 'reaction'; emoji: string }
  | { kind: 'preference'; value: Preference }
  | { kind: 'new-number' }
  | { kind: 'new-user-id' }

/** What happens to a message because of whom it is for. */
export type Fate = {
  /** The last digits of the number. */
  ending: string
  /** One sentence for people; `docs/sandbox.md` shows it. */
  what: string
  /** Only marketing templates meet this fate; anything else to the number is read. */
  marketingOnly?: true
  /** Refused at once with this code; `times`: only the first so many tries for this number. */
  refuse?: { code: number; times?: number }
  /** How the connection ends. */
  connection?: 'cut-before' | 'cut-after' | 'slow' | 'garbled'
  /** The answer says that the message is held for quality assessment. */
  held?: true
  /** The statuses that come, in the order in which they happened. */
  steps: readonly Step[]
  /** The code of the `failed` step. */
  code?: number
  /** The webhooks arrive last first. */
  reversed?: true
  /** Each webhook comes twice. */
  doubled?: true
  /** The `sent` status is posted before the request is answered. */
  early?: true
  /** All delays are this many times longer. */
  slower?: number
  /** The statuses name the person by business-scoped user id only. */
  hidden?: true
  /** The WhatsApp id differs from the number (a Brazilian 9, a Mexican 1). */
  rewritten?: true
  replies?: readonly Reply[]
}

const read: readonly Step[] = ['sent', 'delivered', 'read']

/**
 * The fates, by the last digits of the recipient's number: the longest matching ending applies. Without a
 * match, messages are delivered and read.
 */
export const fates: readonly Fate[] = [
  {
    ending: '0001',
    what: 'Not on WhatsApp: accepted, then failed with 131026.',
    steps: ['failed'],
    code: 131026,
  },
  {
    ending: '0002',
    what: 'Has had enough marketing today: failed with 131049.',
    marketingOnly: true,
    steps: ['failed'],
    code: 131049,
  },
  {
    ending: '0003',
    what: 'Stopped marketing from this business: failed with 131050.',
    marketingOnly: true,
    steps: ['failed'],
    code: 131050,
  },
  {
    ending: '0004',
    what: 'Takes part in an experiment: failed with 130472.',
    marketingOnly: true,
    steps: ['failed'],
    code: 130472,
  },
  { ending: '0005', what: 'Blocked the business: failed with 130403.', steps: ['failed'], code: 130403 },
  {
    ending: '0006',
    what: 'In a country the business may not write to: failed with 130497.',
    steps: ['failed'],
    code: 130497,
  },
  {
    ending: '0007',
    what: 'The business has a payment problem: failed with 131042.',
    steps: ['failed'],
    code: 131042,
  },
  {
    ending: '0008',
    what: 'The number is restricted for spam: failed with 131048.',
    steps: ['failed'],
    code: 131048,
  },
  { ending: '0009', what: 'Fails for no known reason: failed with 131000.', steps: ['failed'], code: 131000 },
  {
    ending: '0010',
    what: 'The media could not be fetched: failed with 131053.',
    steps: ['failed'],
    code: 131053,
  },
  { ending: '0011', what: 'Phone switched off: sent, never delivered.', steps: ['sent'] },
  { ending: '0012', what: 'Delivered, never read.', steps: ['sent', 'delivered'] },
  { ending: '0013', what: 'Has the chat open: read without delivered.', steps: ['sent', 'read'] },
  {
    ending: '0014',
    what: 'Several devices: delivered, and failed with 131026 as well.',
    steps: ['sent', 'delivered', 'failed'],
    code: 131026,
  },
  { ending: '0015', what: 'Sent, then failed with 131026.', steps: ['sent', 'failed'], code: 131026 },
  {
    ending: '0016',
    what: 'The statuses arrive in reverse: read, delivered, sent.',
    steps: read,
    reversed: true,
  },
  { ending: '0017', what: 'Each status arrives twice.', steps: read, doubled: true },
  { ending: '0018', what: 'Accepted, and nothing is heard ever again.', steps: [] },
  { ending: '0019', what: 'Slow: each status takes ten times as long.', steps: read, slower: 10 },
  {
    ending: '0020',
    what: 'The sent status arrives before the request is answered.',
    steps: read,
    early: true,
  },
  {
    ending: '0021',
    what: 'Held for quality assessment, then released and read.',
    held: true,
    steps: read,
    slower: 3,
  },
  {
    ending: '0022',
    what: 'Held for quality assessment, then failed with 132015.',
    held: true,
    steps: ['failed'],
    code: 132015,
    slower: 3,
  },
  { ending: '0030', what: 'Refused at once with 131026.', refuse: { code: 131026 }, steps: [] },
  {
    ending: '0031',
    what: 'Refused at once with 131030: not in the test number’s list.',
    refuse: { code: 131030 },
    steps: [],
  },
  { ending: '0032', what: 'Refused at once with 131000, each time.', refuse: { code: 131000 }, steps: [] },
  {
    ending: '0033',
    what: 'Refused twice with 131016, then read.',
    refuse: { code: 131016, times: 2 },
    steps: read,
  },
  {
    ending: '0034',
    what: 'Refused once with 130429, then read.',
    refuse: { code: 130429, times: 1 },
    steps: read,
  },
  {
    ending: '0035',
    what: 'Refused once with 131056, then read.',
    refuse: { code: 131056, times: 1 },
    steps: read,
  },
  {
    ending: '0036',
    what: 'Refused once with a bare 503 page, then read.',
    refuse: { code: 503, times: 1 },
    steps: read,
  },
  {
    ending: '0040',
    what: 'The connection breaks after acceptance; the statuses come.',
    connection: 'cut-after',
    steps: read,
  },
  {
    ending: '0041',
    what: 'The connection breaks after acceptance; nothing more is heard.',
    connection: 'cut-after',
    steps: [],
  },
  {
    ending: '0042',
    what: 'The connection breaks before acceptance, each time.',
    connection: 'cut-before',
    steps: [],
  },
  { ending: '0043', what: 'Accepted, but the answer takes 15 seconds.', connection: 'slow', steps: read },
  { ending: '0044', what: 'Accepted, but the answer is a 502 page.', connection: 'garbled', steps: read },
  { ending: '0050', what: 'Reads and answers STOP.', steps: read, replies: [{ kind: 'text', text: 'STOP' }] },
  {
    ending: '0051',
    what: 'Reads and asks “Does it come in another colour?”.',
    steps: read,
    replies: [{ kind: 'text', text: 'Does it come in another colour?' }],
  },
  {
    ending: '0052',
    what: 'Reads and taps the first quick reply (answers “Thanks!” where there is none).',
    steps: read,
    replies: [{ kind: 'button' }],
  },
  {
    ending: '0053',
    what: 'Reads and stops marketing in WhatsApp’s own menu.',
    steps: read,
    replies: [{ kind: 'preference', value: 'stop' }],
  },
  {
    ending: '0054',
    what: 'Reads, stops marketing, then resumes it.',
    steps: read,
    replies: [
      { kind: 'preference', value: 'stop' },
      { kind: 'preference', value: 'resume' },
    ],
  },
  { ending: '0055', what: 'Reads and answers with a picture.', steps: read, replies: [{ kind: 'image' }] },
  {
    ending: '0056',
    what: 'Reads and reacts with a heart.',
    steps: read,
    replies: [{ kind: 'reaction', emoji: '❤️' }],
  },
  {
    ending: '0057',
    what: 'Reads and answers STOP in Hindi (बंद करो).',
    steps: read,
    replies: [{ kind: 'text', text: 'बंद करो' }],
  },
  {
    ending: '0058',
    what: 'Reads and changes to another number.',
    steps: read,
    replies: [{ kind: 'new-number' }],
  },
  {
    ending: '0059',
    what: 'Reads and gets another business-scoped user id.',
    steps: read,
    replies: [{ kind: 'new-user-id' }],
  },
  {
    ending: '0060',
    what: 'Hides the number behind a username: the statuses name a business-scoped user id only.',
    steps: read,
    hidden: true,
  },
  {
    ending: '0061',
    what: 'As 0060, and answers “Who is this?”.',
    steps: read,
    hidden: true,
    replies: [{ kind: 'text', text: 'Who is this?' }],
  },
  {
    ending: '0062',
    what: 'WhatsApp knows the person by another number: wa_id differs from what was sent.',
    steps: read,
    rewritten: true,
  },
  { ending: '9', what: 'Read receipts switched off: delivered, never read.', steps: ['sent', 'delivered'] },
]

/** The fate without a match. */
export const ordinaryFate: Fate = { ending: '', what: 'Everybody else: sent, delivered, read.', steps: read }

const byEnding = new Map(fates.map((fate) => [fate.ending, fate]))

/** The fate of a number, digits only. */
export function fateOf(digits: string, marketing: boolean): Fate {
  // All long endings begin with 00, so that most numbers are settled by looking at two digits.
  const length = digits.length
  let fate: Fate | undefined
  if (digits.charCodeAt(length - 4) === 48 && digits.charCodeAt(length - 3) === 48)
    fate = byEnding.get(digits.slice(-4))
  fate ??= byEnding.get(digits[length - 1] ?? '')
  if (!fate || (fate.marketingOnly && !marketing)) return ordinaryFate
  return fate
}

/** A fate that a test orders for one number: a code, now or later, or one of the table by its ending. */
export function orderedFate(order: { refuse?: number; fail?: number; as?: string }): Fate {
  if (order.as !== undefined) {
    const fate = byEnding.get(order.as) ?? (order.as === '' ? ordinaryFate : undefined)
    if (!fate) throw new Error(`There is no fate '${order.as}'. docs/sandbox.md lists them.`)
    return fate
  }
  if (order.refuse !== undefined) {
    return {
      ending: '',
      what: `Ordered: refused with ${order.refuse}.`,
      refuse: { code: order.refuse },
      steps: [],
    }
  }
  if (order.fail !== undefined) {
    return { ending: '', what: `Ordered: failed with ${order.fail}.`, steps: ['failed'], code: order.fail }
  }
  throw new Error("An order names a code in 'refuse' or 'fail', or a fate of the table in 'as'.")
}

/** A person who reads each message and answers it. */
export const orderedAnswers = (replies: readonly Reply[]): Fate => ({
  ending: '',
  what: 'Ordered: answers.',
  steps: read,
  replies,
})
