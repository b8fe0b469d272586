export const accounts = {
  emailTakenLogin: 'An account with this email already exists. Log in instead.',
  emailTaken: 'An account with this email already exists.',
  emailOfAnother: 'Another account uses this email.',
  wrongCredentials: 'Login failed. Please check your credentials.',
  operatorOnly: 'Only the operator of this installation can do this.',
  tooManyLogins: 'Too many failed logins. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  login: 'Please login.',
  sessionExpired: 'Session expired. Please login again.',
  settingsSaved: 'Settings updated successfully!',
} as const
