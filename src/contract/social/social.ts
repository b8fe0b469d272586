/** What is mounted. `analytics` is imported from its own file until it is. */
export * from './accounts.ts'
export * from './media.ts'
export * from './networks.ts'
export * from './planning.ts'
export * from './posts.ts'
