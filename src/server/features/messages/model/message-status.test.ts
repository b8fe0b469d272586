import { describe, expect, it } from 'vitest'
import { type MessageStatus, messageStatuses, readReported, reportedStatuses } from './message-status.ts'
import { statusAfter } from './status-after.fixture.ts'

/** How far along a message is; statuses that are not along the way have none. */
const rank: Partial<Record<string, number>> = { sent: 1, delivered: 2, read: 3 }

describe('the state of a message', () => {
  it('never goes back along its way, whatever is reported', () => {
    for (const current of messageStatuses) {
      for (const reported of reportedStatuses) {
        const before = rank[current] ?? 0
        const after = rank[statusAfter(current, reported)] ?? 0
        if (current === 'sent' && reported === 'failed') continue
        expect(after, `${current} + ${reported}`).toBeGreaterThanOrEqual(before)
      }
    }
  })

  it('comes to the same end in any order of statuses', () => {
    const orders = [
      ['sent', 'delivered', 'read'],
      ['read', 'delivered', 'sent'],
      ['delivered', 'sent', 'read'],
      ['sent', 'read'],
      ['read', 'read', 'sent', 'sent', 'delivered'],
    ] as const
    for (const order of orders) {
      let status: MessageStatus = 'sending'
      for (const reported of order) status = statusAfter(status, reported)
      expect(status).toBe('read')
    }
  })

  it('counts as delivered when it was delivered and failed, in either order', () => {
    expect(statusAfter(statusAfter('sent', 'delivered'), 'failed')).toBe('delivered')
    expect(statusAfter(statusAfter('sent', 'failed'), 'delivered')).toBe('delivered')
  })

  it('stays failed when a late sent comes after the failure', () => {
    expect(statusAfter(statusAfter('sending', 'failed'), 'sent')).toBe('failed')
  })

  it('is settled by a status when no answer came', () => {
    expect(statusAfter('unknown', 'sent')).toBe('sent')
    expect(statusAfter('unknown', 'failed')).toBe('failed')
    expect(statusAfter('unknown', 'read')).toBe('read')
  })

  it('of an earlier try moves it only by arriving', () => {
    expect(statusAfter('sending', 'sent', 'earlier')).toBe('sending')
    expect(statusAfter('sending', 'failed', 'earlier')).toBe('sending')
    expect(statusAfter('sending', 'delivered', 'earlier')).toBe('delivered')
  })

  it('is not taken out of the queue by a late sent of the try that failed', () => {
    expect(statusAfter('queued', 'sent', 'refused')).toBe('queued')
    expect(statusAfter('queued', 'delivered', 'refused')).toBe('delivered')
  })

  it('reads played as read, and keeps away from words it does not know', () => {
    expect(readReported('played')).toBe('read')
    expect(readReported('pending')).toBeUndefined()
  })
})
