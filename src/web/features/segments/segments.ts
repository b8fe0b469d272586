/** What other screens show of segments. */
export { type Cell, type CellsOf, FollowUp, FollowUpMenu, type PeopleCell, WriteAgain } from './follow-up.tsx'
export { useRetarget, useSegment, useSegments } from './segments.queries.ts'
