export const help = {
  emailRequired: 'Email is required.',
  emailInvalid: 'Enter a valid email address.',
  messageRequired: 'Message is required.',
  messageLength: 'Use at most 5,000 characters.',
  unknownPage: 'This page of the list is not known. Go back to its start.',
} as const
