/**
 * Sequences: messages that follow each other for each person, begun by an event.
 *
 * - `sequence_versions`: what a sequence does; an edit adds one, and people stay in theirs. Its `agreed_components`
 *   say by template which words were agreed to.
 * - `sequence_people`: one for each time that a person is in a sequence: where they are and when they go on.
 * - Steps that are messages are rows of the outbox, unique on person and step.
 */

export { pauseAllSequences } from './records/change.ts'
export { eraseSequences } from './records/erase.ts'
