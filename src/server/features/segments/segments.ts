/** Saved descriptions of people: campaigns and others draw their people from them. */

export { type FoundSegment, findSegment, segmentByRules, segmentName } from './records/find.ts'
export { countPeople } from './records/people.ts'
export { forgetInSegments, renameTagInSegments } from './records/rewrite.ts'
export { inSegmentSql } from './rules/people-sql.ts'
