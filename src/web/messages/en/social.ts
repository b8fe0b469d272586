export const social = {} as const
