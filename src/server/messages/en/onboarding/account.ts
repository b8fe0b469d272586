export const account = {
  reason: {
    tokenExpired: 'The access token has expired.',
    tokenWithdrawn:
      'The access token was withdrawn at Meta, for example after a new password or a lost role.',
    tokenUnknown: 'Meta does not know this access token.',
    noToken: 'This account has no access token.',
    disconnectedByOwner: 'You disconnected this account.',
    replacedTestPhone: 'The test phone now uses the account that you connected.',
    appRemoved: 'This app was removed from the WhatsApp account at Meta. Reconnect to send.',
    deleted: 'The WhatsApp account was deleted at Meta.',
    disabled: 'Meta disabled this WhatsApp account. See the reason in WhatsApp Manager and ask for a review.',
    restrictedUntil:
      "Meta restricted this account until {date}. It can't start conversations. Sending resumes after that.",
    restricted:
      "Meta restricted this account. It can't start conversations now. See the reason in WhatsApp Manager.",
    payment: "WhatsApp can't charge you. Fix the payment method in WhatsApp Manager, then resume sending.",
    locked: 'WhatsApp locked your account. See the reason in WhatsApp Manager and ask for a review.',
    rulesBroken: 'WhatsApp blocked your account for breaking its rules. See in WhatsApp Manager until when.',
    reviewRejected:
      'Meta rejected this WhatsApp account in its review. See the reason in WhatsApp Manager and appeal.',
  },
  metaSays: 'Meta says: {words}',
  sender: {
    none: 'No WhatsApp number is connected. Connect one in WABA Setup first.',
    disconnected: '{number} is no longer connected. Reconnect it in WABA Setup.',
    ended: 'The connection to WhatsApp has ended.',
    noToken: 'This number has no access token. Reconnect in WABA Setup.',
  },
  key: {
    unreached:
      "Meta accepts this key, but it can't use {name} (WABA ID {wabaId}). Give its system user access at Meta, or disconnect the account.",
    forgotten: 'Meta no longer accepts the API key in Account Settings. The key was removed.',
    inTheWay:
      "The API key in Account Settings overrides this login, but can't use this account. Remove the key, or give it access at Meta.",
    removed: 'The key was removed. No account is connected.',
    stopped: "{name} can't send.",
    reconnect: 'Reconnect it.',
    back: '{count, plural, one {This account} other {These accounts}} can send again: {names}. Waiting messages are sent now.',
    used: 'Meta accepts the key. {count, plural, one {This account now sends} other {These accounts now send}} with it: {names}.',
    notUsed:
      '{count, plural, one {This account now sends} other {These accounts now send}} without the key: {names}.',
    choose: 'Meta accepts the key. It has several accounts or numbers.',
    notConnected: 'The key is saved, but no account is connected. {reason}',
    connected:
      'Meta accepts the key. {known, select, yes {{name}} other {Your account}} is connected with it.',
  },
  taken: 'Another business here uses this WhatsApp account. Disconnect it there first.',
  numberTaken: 'Another business here uses a number of this WhatsApp account. Disconnect it there first.',
  noLogin: 'There is no login to connect with. Log in with Facebook or paste a token first.',
  noLoginToChoose:
    'There is no login yet to choose from. Log in with Facebook or paste an access token first.',
  onBusinessApp: 'This number is used in the WhatsApp Business app. It needs no registration.',
  wrongCode: 'This code is wrong or too old. Check it, or ask for a new one.',
  missingIds: 'Missing WABA or Phone Number ID.',
  disconnected: 'Disconnected successfully.',
} as const
