export const onboarding = {
  registration: {
    businessName: 'Business name is required',
    phone: 'Use valid E.164 format (e.g., +919812345678).',
    category: 'Please select a category.',
  },
  token: 'Paste the whole access token.',
  pin: 'The PIN has six digits.',
  code: 'The code has six digits.',
  outdatedSignup:
    'Your Meta login configuration is too old. The operator creates a new one (Embedded Signup v4) and sets META_CONFIG_ID: see docs/connecting-meta.md. Or paste a token.',
} as const
