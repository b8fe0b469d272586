export const apiKeys = {
  unknown: 'This API key is unknown, expired or revoked. Make a new one in the account settings.',
  noKeys: "API keys can't do this. Log in instead.",
  scope: 'This API key lacks the permission {scope}.',
  limit: 'This API key made more than {count, number} calls in a minute. Wait a moment.',
  tooMany: 'You have {count, number} API keys. Revoke one first.',
  revoked: 'API key revoked.',
} as const
