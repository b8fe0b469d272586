import type { CatalogueRow, Waits } from './error-explanation.ts'

/** One day: Meta gives no time for a number held back because of complaints. */
const DAY_SECONDS = 86_400

/** Over the speed of the number: back off briefly, doubling (Meta: lower the rate). */
const overSpeed: Waits = { seconds: [1, 2, 4, 8, 16, 32, 60], afterwards: 'repeat' }

/** The sending phone number: its speed, its registration, its name. */
export const numberRows: readonly CatalogueRow[] = [
  {
    code: 33,
    title: 'Parameter value is not valid',
    action: 'stop_number',
    fault: 'owner',
    text: 'code33',
  },
  {
    code: 100,
    subcode: 33,
    title: 'Unsupported request: object does not exist or is not shared',
    action: 'stop_number',
    fault: 'owner',
    text: 'code100_33',
  },
  {
    code: 613,
    title: 'Custom rate limit reached',
    action: 'pause_number',
    waits: { seconds: [60, 120, 300, 600], afterwards: 'repeat' },
    fault: 'provider',
    text: 'code613',
  },
  {
    code: 130429,
    title: 'Rate limit hit',
    action: 'pause_number',
    waits: overSpeed,
    fault: 'provider',
    text: 'code130429',
  },
  {
    code: 131037,
    title: 'WhatsApp provided number needs display name approval before message can be sent',
    action: 'stop_number',
    fault: 'owner',
    text: 'code131037',
  },
  {
    code: 131045,
    title: 'Incorrect certificate',
    action: 'stop_number',
    fault: 'owner',
    text: 'code131045',
  },
  {
    code: 131048,
    title: 'Spam rate limit hit',
    action: 'pause_number',
    waits: { seconds: [DAY_SECONDS], afterwards: 'repeat' },
    fault: 'owner',
    text: 'code131048',
  },
  {
    code: 131057,
    title: 'Account in maintenance mode',
    action: 'pause_number',
    waits: { seconds: [60, 60, 120, 300], afterwards: 'repeat' },
    fault: 'provider',
    text: 'code131057',
  },
  {
    code: 133000,
    title: 'Incomplete Deregistration',
    action: 'fail',
    fault: 'provider',
    text: 'code133000',
  },
  {
    code: 133004,
    title: 'Server Temporarily Unavailable',
    action: 'retry',
    waits: { seconds: [5, 10, 20, 40, 80, 160, 300], afterwards: 'repeat' },
    fault: 'provider',
    text: 'code133004',
    mayHaveBeenAccepted: true,
  },
  {
    code: 133005,
    title: 'Two step verification PIN Mismatch',
    action: 'fail',
    fault: 'owner',
    text: 'code133005',
  },
  {
    code: 133006,
    title: 'Phone number re-verification needed',
    action: 'fail',
    fault: 'owner',
    text: 'code133006',
  },
  {
    code: 133008,
    title: 'Too Many two step verification PIN Guesses',
    action: 'fail',
    fault: 'owner',
    text: 'code133008',
  },
  {
    code: 133009,
    title: 'Two step verification PIN Guessed Too Fast',
    action: 'fail',
    fault: 'owner',
    text: 'code133009',
  },
  {
    code: 133010,
    title: 'Phone number Not Registered',
    action: 'stop_number',
    fault: 'owner',
    text: 'code133010',
  },
  {
    code: 133015,
    title: 'Please wait a few minutes before attempting to register this phone number',
    action: 'fail',
    fault: 'owner',
    text: 'code133015',
    againAfterSeconds: 300,
  },
  {
    code: 133016,
    title: 'Account register deregister rate limit exceeded',
    action: 'fail',
    fault: 'owner',
    text: 'code133016',
    againAfterSeconds: 3 * DAY_SECONDS,
  },
]
