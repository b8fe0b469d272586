export const team = {
  alreadyMember: 'This person is already in your team.',
  tooManyToday:
    'You made {count, plural, one {# invitation} other {# invitations}} today. Try again tomorrow.',
  tooManyOpen:
    'You have {count, plural, one {# open invitation} other {# open invitations}}. Revoke some first.',
  tooManyTries: 'Too many tries. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  unknown: 'This invitation link is not valid. Check that you have the whole link.',
  used: 'This invitation was already used. Ask for a new one.',
  revoked: 'This invitation was revoked. Ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
  otherEmail: 'This invitation is for {email}. Use that email.',
  emailOfMember: 'You are already in this team. Log in instead.',
  emailElsewhere: 'This email already has an account here. Use another email.',
  emailElsewhereBound: 'This email already has an account here. Ask for an invitation to another email.',
  operatorStays: "The operator of this installation can't be removed.",
  lastStays: "You are the only one in the team. The last person can't leave.",
  revokedDone: 'Invitation revoked.',
  removedDone: 'Removed from the team.',
  mail: {
    subject: '{name} invites you to {business}',
    invites: '{name} invites you to the team of {business} on Tidings.',
    open: 'Open this link and choose a password:',
    until: 'The link works once, for {days, plural, one {# day} other {# days}}.',
    ignore: "You don't know {name}? Then ignore this mail.",
  },
} as const
