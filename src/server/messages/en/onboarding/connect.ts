export const connect = {
  synced: 'Onboarding status synced.',
  redirecting: 'Redirecting to Meta...',
  saved: 'Business details saved.',
  assigned: 'The account is assigned and connected.',
  step: {
    token: 'The token is valid until {date}.',
    tokenLasting: 'The token is valid and does not expire.',
    permissions: 'The token can send messages and manage the account.',
    account: 'Account: {name}.',
    noNumber: 'The account has no phone number. Add one in WhatsApp Manager, then press Sync.',
    number: 'Number: {number}, {name, select, none {no name yet} other {{name}}}.',
    notVerified: '{number} is not verified yet. Ask Meta for a code, and enter it here.',
    registered: '{number} is registered and can send.',
    subscribed: 'Delivery reports and replies arrive here.',
  },
  unreachedAccount:
    "This access can't use the WhatsApp account {wabaId}. Check the ID, or share the account with the system user at Meta.",
  noAccount:
    "This access has no WhatsApp account. Enter the account's ID, or share one with the system user at Meta.",
  foreignNumber: 'The phone number {phoneNumberId} does not belong to this WhatsApp account.',
  notStarted: 'This login did not start here, or is already finished. Start again from WABA Setup.',
  noCode: 'Meta sent no code with the login. Start again from WABA Setup.',
  oldCode:
    'Meta no longer accepts the code of this login. It lasts 30 seconds and works once. Start the login again.',
  closed: 'You closed the login or did not allow it. Nothing is connected.',
  outdated: '{words} {advice}',
  shortToken:
    'This token ends within a day, and Meta gives no longer one. Log in again, or paste a system-user token.',
  otherApp: 'This token belongs to another Meta app. Generate one for the app {appId}.',
  newToken: 'Generate a new one at Meta and connect with it.',
  copyToken: 'Copy it again, whole and without spaces.',
  missingScopes:
    'This access lacks the permission {scopes}. Allow it when Meta asks, or tick it when you generate the token.',
  testOnly: 'Test accounts exist in test mode only. Connect your own account.',
  alreadyConnected: '{name} is already connected.',
  hosted: {
    configuration:
      "Signup on Meta's page needs a Login for Business configuration. Set META_CONFIG_ID, or connect another way.",
    operatorToken:
      "Signup on Meta's page needs the operator's system-user token. The first person who signed up saves it in Account Settings, Provider API key.",
    operatorRefused:
      "Meta refused the operator's system-user token. The operator saves a new one in Account Settings, Provider API key.",
  },
} as const
