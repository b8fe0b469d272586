/** The words of a receipt of an opt-in or opt-out, on the screen and in its file. */
export const receipt = {
  title: 'Receipt of an opt-in',
  titleOut: 'Receipt of an opt-out',
  titleNone: 'Receipt of a removed consent',
  business: 'Business',
  number: 'Number',
  when: 'When',
  phone: 'Phone',
  askedName: 'Name given',
  email: 'Email',
  outcome: 'Outcome',
  outcomeText:
    '{outcome, select, opted_in {Agreed} waiting {Opted out before. They must write START to you.} asked {Asked to confirm on WhatsApp} unasked {Not asked: the question could not be sent} none {Consent removed} other {Opted out}}',
  way: 'How they came',
  wayText:
    '{way, select, link {Link} qr {QR code} button {Button on WhatsApp} message {WhatsApp message} widget {Website} reply {Their message} whatsapp {WhatsApp settings} refused {Reported by WhatsApp} team {Recorded by your team} import {Stated in an import} api {Stated by a program} number {Number changed} withdrawal {Opt-out} other {Other}}',
  recordedBy: 'Recorded by',
  details: 'Details',
  atPage: 'Page',
  theirMessage: 'What they wrote',
  form: 'Form',
  version: 'Version {version, number}',
  network: 'Network',
  browser: 'Browser',
  wamid: 'WhatsApp message',
  shown: 'What the page showed',
  hash: 'SHA-256 of the text',
  hashOf:
    'The SHA-256 of exactly the text above, in UTF-8, its lines joined by a line feed. The JSON holds that text too.',
  textNotKnown: 'The text this person saw isn’t known.',
  textNotKnownWhy:
    'They wrote to you by a link, a keyword or an older poster. These do not say which text was next to them.',
} as const
