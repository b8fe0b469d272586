export const withdrawal = {
  notSigned: 'This request is not signed by our app at the network.',
  old: 'This request is too old or its time is wrong.',
  unknownCode: 'No request has this code. Check the address.',
  title: 'Data deletion',
  deleted:
    'We deleted what {network} gave us about {count, plural, one {# connected account} other {# connected accounts}}: access, names, pictures and figures.',
  nothing: 'We keep no data from {network} for this account.',
  kept: 'Posts that were published stay at the network until they are deleted there.',
  code: 'Confirmation code',
  doneAt: 'Done (UTC)',
} as const
