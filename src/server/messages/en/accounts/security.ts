export const security = {
  password: {
    common: 'This password is one of the first that others try. Choose another.',
    personal: 'A password made of your name or email is easy to guess. Choose another.',
  },
  currentPassword: {
    missing: 'Enter your current password.',
    wrong: 'This is not your current password.',
  },
  passkeys: {
    needsName: 'Passkeys need a name instead of an IP address. Open Tidings by its domain or as localhost.',
    refused: 'The passkey was not made here, or it took too long. Start again.',
    known: 'This passkey is kept already.',
    tooMany: 'You have {most, number} passkeys. Remove one first.',
    unknown: 'This passkey is not known here, or it took too long. Try again, or use your password.',
  },
  twoFactor: {
    needed: 'Enter the code of your authenticator app.',
    wrong: 'This code is wrong, too old, or was used already.',
    isOn: 'Two-factor authentication is on already.',
    isOff: 'Two-factor authentication is off.',
    notStarted: 'Start again: there is no secret to confirm.',
  },
  sessionEnded: 'Logged out there.',
  resetUnusable: 'This link no longer works. Ask for a new one.',
  signupClosed: 'New accounts are closed here. Ask the operator of this installation.',
  setupCodeMissing: "Enter the setup code. The server's terminal shows it.",
  setupCodeWrong: "This is not the setup code. The server's terminal shows it.",
  deletion: {
    wrongName: 'Type the name of the business just as it stands here: {name}',
    askedAlready: 'The business is to be deleted already.',
    changed: 'This has changed meanwhile. Load the page again.',
    nothingToTakeBack: 'There is no deletion that could be taken back.',
    nothingNew:
      'This business is to be deleted, so nothing new is sent. Take the deletion back in the account settings first.',
    operatorStays:
      'The operator of this installation works in this business, so it stays. To delete it, stop Tidings and delete its data folder.',
  },
  confirmEmail: {
    first: 'Confirm your email first: open the link in the mail we sent you.',
    changeSent: 'Open the link we sent to {email}. Until then your account keeps its email.',
    notMailed: "We couldn't send the mail, so the email stays as it is. Try again later.",
  },
  mail: {
    confirmSubject: 'Confirm your email for Tidings',
    confirmAsked: 'Hello {name}, please confirm that this is your email. Open this link:',
    confirmIgnore: 'Was it not you? Then ignore this mail: nothing changes without the link.',
    changeSubject: 'Your Tidings account gets another email',
    changeText:
      'Somebody who is logged in to your account asked to change its email to {email}. It changes as soon as the link sent there is opened.',
    deletionSubject: '{name} will be deleted from Tidings',
    deletionText:
      'The business {name} will be deleted in {days, plural, one {# day} other {# days}}, with all leads, messages, media and accounts. Its campaigns have stopped.',
    deletionTakeBack: 'Any member can take it back until then, in the account settings: {link}',
    lockSubject: 'Somebody tries to log in to your Tidings account',
    lockTries:
      'Hello {name}, wrong passwords were tried for your account too often, last from the address {address}. Logins from there have to wait now.',
    lockDevices: 'Browsers in which you logged in before still work.',
    lockDo: 'If it was not you, you need to do nothing. To choose a new password: {link}',
    subject: 'New password for Tidings',
    asked: 'Hello {name}, somebody asked for a new password for your account. To choose one, open this link:',
    until: 'The link works once, for {hours, plural, one {# hour} other {# hours}}.',
    ignore: 'Was it not you? Then ignore this mail: your password stays.',
  },
} as const
