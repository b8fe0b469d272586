/** What other screens show of segments. */
export { type Cell, FollowUp } from './follow-up.tsx'
export { useSegments } from './segments.queries.ts'
