export const segments = {
  sentence: 'People who {rules}.',
  group: '({rules})',
  copyOf: '{name} (copy)',
  tooMany: 'A business has at most {most, number} segments. Delete some first.',
  editedMeanwhile: 'This segment was edited meanwhile. Reload it and make your change again.',
  nameTaken: 'There is a segment named {name} already. Choose another name.',
  usedBySequence: 'The sequence “{name}” uses this segment. Choose something else there first.',
  inUse:
    '{count, plural, one {A campaign that has not started uses} other {# campaigns that have not started use}} this segment. Choose other people there, or cancel, and delete it then.',
  tag: '{is, select, any {have the tag {tags}} all {have the tags {tags}} other {don’t have the tag {tags}}}',
  consent:
    '{consent, select, opted_in {{did, select, yes {agreed to marketing{when}} other {did not agree to marketing{when}}}} opted_out {{did, select, yes {opted out{when}} other {did not opt out{when}}}} other {{did, select, yes {have no consent on record} other {have their consent or opt-out on record}}}}',
  reachable: '{did, select, yes {can be reached on WhatsApp} other {can’t be reached on WhatsApp}}',
  unreachableFor: 'can’t be reached for {count, plural, one {# day} other {# days}} or more',
  text: '{is, select, is {have “{value}” as {field}} is_not {don’t have “{value}” as {field}} contains {have “{value}” in {field}} contains_not {don’t have “{value}” in {field}} starts {have {field} that starts with “{value}”} known {have {field} filled in} unknown {have {field} empty} more {have {field} above {value}} less {have {field} below {value}} before {have {field} before {value}} after {have {field} after {value}} other {have {field} in this month}}',
  texts: {
    name: 'name',
    phone: 'phone',
    email: 'email',
    username: 'WhatsApp username',
  },
  sources: '{did, select, yes {came from {sources}} other {did not come from {sources}}}',
  source:
    '{source, select, manual {typing} csv {a file} api {the API} openstreetmap {OpenStreetMap} inbound {a message to you} optin {an opt-in form} other {{source}}}',
  added: '{did, select, yes {were added {when}} other {were not added {when}}}',
  wrote: '{did, select, yes {wrote to you {when}} other {did not write to you {when}}}',
  ad: '{any, select, yes {an ad or post} other {the ad or post “{ad}”}}',
  cameFrom: '{did, select, yes {came from {what} {when}} other {did not come from {what} {when}}}',
  scoped: '{what} ({scope})',
  scope: {
    days: 'sent {from} to {to}',
    number: 'from {number}',
    template: 'template {template}',
    variant: 'version {variant}',
    code: 'error {code}',
    category:
      '{category, select, MARKETING {marketing} UTILITY {utility} AUTHENTICATION {login code} AUTHENTICATION_INTERNATIONAL {login code abroad} other {service}}',
    day: 'sent on {day}',
    hour: 'sent {weekday} {from} to {to} their time',
  },
  what: '{any, select, yes {a message} other {“{campaign}”}}',
  form: '{any, select, yes {an opt-in form} other {the form “{form}”}}',
  deed: {
    sent: '{did, select, yes {were sent {what} {when}} other {were not sent {what} {when}}}',
    delivered: '{did, select, yes {got {what} {when}} other {did not get {what} {when}}}',
    read: '{did, select, yes {read {what} {when}} other {did not read {what} {when}}}',
    clicked:
      '{did, select, yes {clicked {link, plural, =0 {a link} other {link #}} in {what} {when}} other {did not click {link, plural, =0 {a link} other {link #}} in {what} {when}}}',
    answered: '{did, select, yes {answered {what} {when}} other {did not answer {what} {when}}}',
    failed: '{did, select, yes {had {what} fail {when}} other {did not have {what} fail {when}}}',
    failed_for_now:
      '{did, select, yes {had {what} fail for a reason that passes {when}} other {did not have {what} fail for a reason that passes {when}}}',
  },
  converted:
    '{any, select, yes {{did, select, yes {bought or converted {when}} other {did not buy or convert {when}}}} other {{did, select, yes {reached “{event}” {when}} other {did not reach “{event}” {when}}}}}',
  after:
    '{touch, select, campaign {{any, select, yes {after a campaign} other {after the campaign “{name}”}}} sequence {{any, select, yes {after a sequence} other {after the sequence “{name}”}}} ad {{any, select, yes {after an ad or post} other {after the ad or post “{name}”}}} form {{any, select, yes {after an opt-in form} other {after the form “{name}”}}} message {after a single message} other {after none of your messages, ads and forms}}',
  byRead: 'a read message counts',
  atLeast: 'for at least {amount}',
  conversation:
    '{state, select, any {{did, select, yes {have a conversation} other {have no conversation}}} open {{did, select, yes {have an open conversation} other {have no open conversation}}} snoozed {{did, select, yes {have a snoozed conversation} other {have no snoozed conversation}}} other {{did, select, yes {have a closed conversation} other {have no closed conversation}}}}',
  optin: '{did, select, yes {agreed on {form} {when}} other {did not agree on {form} {when}}}',
  when: {
    days: 'in the last {count, plural, one {day} other {# days}}',
    since: 'since {day}',
    between: 'between {from} and {to}',
    day: 'on {day}',
  },
  cell: {
    undeliverable: 'Undeliverable for 90 days',
    not_delivered: '{name}: not delivered',
    not_read: '{name}: delivered, not read',
    not_clicked: '{name}: read, not clicked',
    clicked: '{name}: clicked',
    not_converted: '{name}: clicked, not bought',
    not_answered: '{name}: read, not answered',
    answered: '{name}: answered',
    failed_for_now: '{name}: failed for now',
    failed: '{name}: failed',
  },
} as const
