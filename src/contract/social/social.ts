/** What is mounted. `posts`, `media`, `analytics` and `planning` are imported from their own files until they are. */
export * from './accounts.ts'
export * from './networks.ts'
