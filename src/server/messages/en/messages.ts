import { links } from './messages/links.ts'

export const messages = {
  settled: {
    sentAgain: '{count, plural, one {# message is} other {# messages are}} sent again.',
    failed: '{count, plural, one {# message is} other {# messages are}} marked as failed.',
    already: 'These messages are already decided. Reload the logs.',
  },
  send: {
    failed: 'Message failed.',
    refusedCode: "{explanation} (WhatsApp's code {code})",
    refusedAdvice: '{explanation} {advice}',
    refusedAdviceCode: "{explanation} {advice} (WhatsApp's code {code})",
    unknown:
      "WhatsApp did not answer, so we don't know if it took the message. Check the logs before you send it again.",
    optedOut: 'This person opted out, so the message was not sent.',
    queued: 'The message is queued and is sent by itself. The logs show when.',
    queuedWaiting: 'The message is queued. {reason}',
    sent: 'Message sent successfully.',
    noTemplate: 'There is no template “{name}” in {language}. Check its name and language.',
    noTemplateField: 'There is no such template in this language.',
    phoneOnly: 'WhatsApp sends login codes to phone numbers only.',
    noParameters: 'This template takes no parameters. Leave them empty.',
    parameters:
      'This template needs {count, plural, one {# parameter} other {# parameters}}, separated by commas; {given, plural, one {# was} other {# were}} given.',
    parametersMore:
      'This template needs {count, plural, one {# parameter} other {# parameters}}, separated by commas; {given, plural, one {# was} other {# were}} given. Put a value that contains a comma in double quotes.',
    emptyParameter: 'Parameter {number, number} is empty. WhatsApp takes no empty values.',
    usMarketing: 'Marketing isn’t delivered to US numbers.',
  },
  reason: {
    value_missing: 'A part of this message has no value for this person.',
    value_too_long: 'A value for this person is too long for WhatsApp.',
    value_unsupported: 'This template has a part that cannot be sent from here.',
    unusable_number: "This number can't be used.",
    duplicate: 'The same person is in this campaign by another number or user ID.',
    opted_out: 'This person opted out.',
    deleted: 'You deleted this lead before the message was sent.',
    changed_number: 'This person has a new number now.',
    unreachable: 'WhatsApp could not reach this person before.',
    no_consent: 'This person never agreed to get messages.',
    missing_value: 'A variable of the template has no value for this person.',
    no_answer: 'WhatsApp has not said if it took this message. A delivery report may still arrive.',
    reconcile: 'WhatsApp had an error when this message was sent. If no report arrives, we send it again.',
    ask_owner: 'WhatsApp never said if it took this message.',
    awaiting_reports:
      'WhatsApp had an error, and delivery reports of these minutes are missing. Waiting for them.',
    no_reports: 'WhatsApp never said if it took this message: delivery reports of these minutes are missing.',
    written_off: 'WhatsApp never said if it took this message. It was marked as failed.',
    pair_rate: 'This person got messages a moment ago. The next one waits its turn.',
    again: 'Sent again because you asked for it.',
  },
  advice: {
    unusable_number: "Correct this person's number.",
    changed_number: 'Ask them at the new number if they want your messages.',
    us_marketing: 'Reach this person in another way.',
    no_consent: 'Record their consent, or say for a campaign how they gave it.',
    missing_value: 'Fill in the value, or give the variable a fallback.',
    ask_owner: 'Send it again, or mark it as failed. If you send it again, the person may get it twice.',
    no_reports:
      'Check the webhook. Then send it again or mark it as failed. If you send it again, the person may get it twice.',
  },
  errors: {
    noReason: 'WhatsApp gave no reason.',
    writtenOff: 'Marked as failed: WhatsApp never said if it took the message',
  },
  life: {
    after: 'After {count, number} ms',
    afterHeld: 'After {count, number} ms. WhatsApp holds it for a check ({status}).',
    providerSaid: 'WhatsApp: {text}',
    providerSaidCode: 'WhatsApp: {text} ({code})',
    noAnswer: 'WhatsApp did not answer the request',
    clicked: 'Opened {count, plural, one {# time} other {# times}}',
  },
  export: {
    time: 'Time',
    recipient: 'Recipient',
    name: 'Name',
    campaign: 'Campaign',
    template: 'Template',
    message: 'Message',
    status: 'Status',
    reason: 'Reason',
    advice: 'What to do',
    code: 'WhatsApp code',
    text: 'WhatsApp error',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
  },
  status:
    '{status, select, queued {Queued} sending {Sending} sent {Sent} delivered {Delivered} read {Read} failed {Failed} unknown {Unknown} skipped {Skipped} cancelled {Cancelled} other {{status}}}',
  waiting: {
    number: 'This number is paused.',
    limit: 'The limit of people in 24 hours is reached.',
    putOff: 'WhatsApp asks you to wait before you message these people again.',
    providerFailing: 'WhatsApp has problems right now.',
    quality: 'Too many people blocked or reported this number, so WhatsApp limits it.',
    tier: 'WhatsApp lets you write to {count, number} different people in 24 hours. The rest is sent later by itself.',
    limitUsed:
      'WhatsApp lets you write to {count, number} different people in 24 hours. That number is reached. The rest is sent later by itself.',
    limitSetAside:
      'WhatsApp lets you write to {count, number} different people in 24 hours. Your other number uses the last of them. The rest is sent later by itself.',
    reportsMissing:
      'Delivery reports from WhatsApp are not arriving. Messages that WhatsApp did not confirm wait for them. Check the webhook in WABA Setup.',
  },
  resend: {
    later: 'WhatsApp asks you to wait after this error. We send it when that time is over.',
    fixFirst: 'This error comes again unless you have fixed its cause.',
  },
  report: {
    unknownStatus: 'The status “{status}” is not known. It is saved.',
    noMessage: 'No message of yours has this id.',
    moved: 'Message {id}: {status}.',
    notMoved: 'Message {id} stays {status}. The report “{reported}” is older.',
  },
  links,
  log: {
    unknownPage: 'This page of the logs is not known. Load the first page again.',
  },
} as const
