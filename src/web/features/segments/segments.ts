/** What other screens show of segments. */
export { type Cell, FollowUp } from './follow-up.tsx'
export { useRetarget, useSegments } from './segments.queries.ts'
