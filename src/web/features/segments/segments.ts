/** What other screens show of segments. */
export { type Cell, type CellsOf, FollowUp, FollowUpMenu } from './follow-up.tsx'
export { useRetarget, useSegment, useSegments } from './segments.queries.ts'
