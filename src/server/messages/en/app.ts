export const app = {} as const
