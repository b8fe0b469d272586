export const messages = {
  parameterLength: 'Keep each parameter under 1,024 characters.',
  invalidPhone: 'Invalid phone number format. Use E.164 format (e.g., +919876543210).',
  invalidUserId: 'Invalid user ID. It looks like IN.13491208655302741918.',
  templateRequired: 'Template name is required.',
  chooseMessage: 'Choose at least one message.',
} as const
