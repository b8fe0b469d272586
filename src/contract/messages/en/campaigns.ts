export const campaigns = {} as const
