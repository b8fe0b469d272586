export const status = {
  afterConnecting: 'Meta reports this once you connect an account.',
  afterChoosing: 'Meta reports this once you choose a phone number.',
  name: {
    verified: 'Verified name: {name}',
    none: 'Meta has not given the number a name yet.',
    inReview: 'Meta is reviewing {name, select, none {the name} other {{name}}}.',
    declined:
      'Meta declined {name, select, none {the name} other {the name {name}}}. Choose another in WhatsApp Manager.',
    add: 'Give the number a display name in WhatsApp Manager.',
  },
  permission: {
    login: 'Log in with Facebook or paste an access token.',
    missing: 'Missing: {scopes}. Reconnect and allow it.',
  },
  number: {
    notVerified: '{number, select, none {The number} other {{number}}} is not verified. Ask Meta for a code.',
    notRegistered:
      '{number, select, none {The number} other {{number}}} is verified, but not registered for sending yet.',
  },
  terms: {
    later: "You accept them in Meta's dialog.",
    rejected: 'Meta rejected the account in its review. Appeal in WhatsApp Manager.',
  },
  chosen: {
    choose: 'Your login has several accounts or numbers. Choose which one Tidings may use.',
    addNumber: 'The account has no phone number. Add one in WhatsApp Manager.',
    syncKey: 'Your API key is saved. Press Sync to connect its account.',
    later: 'You choose it during login.',
  },
  documents: {
    later: 'Meta may ask for documents. Upload them at Meta, not here.',
    verified: 'Meta has verified your business.',
    pending: 'Meta is checking your documents.',
    rejected: 'Meta did not accept your documents. Send them again in Business Settings, Security Center.',
    none: 'Meta asks for none now. Verifying your business raises the daily limit.',
  },
  word: {
    reconnect: 'Reconnect needed',
    blocked: 'Stopped by Meta',
    lowQuality: 'Low quality',
    connected: 'Connected',
    notVerified: 'Not verified yet',
    notRegistered: 'Not registered yet',
    FLAGGED: 'Flagged',
    RESTRICTED: 'Restricted',
    BANNED: 'Banned',
    RATE_LIMITED: 'Limit reached',
    MIGRATED: 'Moved to another account',
    DELETED: 'Deleted',
    DISCONNECTED: 'Disconnected',
    PENDING: 'Pending',
    UNKNOWN: 'Unknown',
    UNVERIFIED: 'Not verified',
  },
  notice: {
    nothingSent: "{name} can't send messages.",
    ended: 'The connection has ended.',
    waiting:
      'Waiting: {campaigns, plural, =0 {} one {# campaign} other {# campaigns}}{both, select, yes { and } other {}}{messages, plural, =0 {} one {# message} other {# messages}}.',
    whatToDo: 'See what to do',
    renew: 'Renew access',
    ending:
      "Access to {name} ends {days, plural, =1 {within 24 hours} one {in # day} other {in # days}}. After that you can't send.",
    over: "Access to {name} has ended. You can't send.",
  },
  remedy: {
    login: 'Log in with Facebook again. Waiting messages are then sent.',
    token: 'Generate a new system-user token at Meta and paste it. Waiting messages are then sent.',
    key: 'Save a new provider API key in Account Settings, or remove the old one. Waiting messages are then sent.',
  },
  remedyAction: {
    login: 'Log in again',
    token: 'Paste a new token',
    key: 'Save a new key',
  },
} as const
