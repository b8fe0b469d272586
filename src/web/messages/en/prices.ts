export const prices = {} as const
