export const subscription = {
  selfHosted: 'Self-hosted',
} as const
