/** Accounts, media, posts, plans and figures of the social networks. */
export * from './accounts.ts'
export * from './analytics.ts'
export * from './limits.ts'
export * from './media.ts'
export * from './networks.ts'
export * from './planning.ts'
export * from './posts.ts'
export * from './withdrawals.ts'
