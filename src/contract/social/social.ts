/** What is mounted. `analytics` and `planning` are imported from their own files until they are. */
export * from './accounts.ts'
export * from './media.ts'
export * from './networks.ts'
export * from './posts.ts'
