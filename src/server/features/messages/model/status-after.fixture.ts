import { type MessageStatus, movesFrom, type ReportedStatus } from './message-status.ts'

/**
 * Where a reported status takes a message; the same status when it moves nothing.
 * @param about what the status is told of:
 *   - `earlier`: an earlier try than the message's last one. Only arriving counts then;
 *   - `refused`: a try that was reported as failed already, and waits in the queue for the next. A late `sent` of
 *     it must not take it out of the queue.
 */
export function statusAfter(
  current: MessageStatus,
  reported: ReportedStatus,
  about: 'this' | 'earlier' | 'refused' = 'this',
): MessageStatus {
  const arrived = reported === 'delivered' || reported === 'read'
  if (about !== 'this' && !arrived) return current
  return movesFrom[reported].includes(current) ? reported : current
}
