export const warnings = {
  title: {
    disable_scheduled: 'Account to be disabled',
    violation: 'Policy violation',
    alert: 'Alert from Meta',
    pin_reset: 'PIN reset request',
  },
  disableOn: 'Meta will disable {account} on {date}.',
  disable: 'Meta plans to disable {account}.',
  disableAdvice: 'See the reason in WhatsApp Manager and ask for a review before then.',
  violation: 'Meta reports a policy violation on {account}: {type}.',
  violationAdvice: 'See it in WhatsApp Manager and stop it. More violations can end the account.',
  alert: 'Meta warns about {account}: {description}',
  alertAdvice: 'See what Meta asks for in WhatsApp Manager.',
  pinReset: 'Someone asked Meta to reset the PIN of {account}.',
  pinResetAdvice: 'If it was not you, cancel it in WhatsApp Manager now.',
  reported: 'Reported {date}.',
} as const
