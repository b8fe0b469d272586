export const accounts = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Enter a valid email address.',
  nameRequired: 'Name is required.',
  passwordRequired: 'Password is required.',
  passwordShort: 'Use at least 8 characters for the password.',
} as const
