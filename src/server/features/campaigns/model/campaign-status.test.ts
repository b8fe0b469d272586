import { describe, expect, it } from 'vitest'
import { CampaignStatus } from '#contract/campaigns.ts'
import { actionsFor, finalStatus, isTooLate, mayBecome, statusesBefore } from './campaign-status.ts'

const counts = { planned: true, waiting: 5, retryable: 0 }

describe('the status of a campaign', () => {
  it('knows every status, and reads the same backwards as forwards', () => {
    expect(Object.keys(mayBecome).sort()).toEqual([...CampaignStatus.options].sort())
    for (const before of CampaignStatus.options) {
      for (const after of CampaignStatus.options) {
        expect(statusesBefore(after).includes(before)).toBe(mayBecome[before].includes(after))
      }
    }
  })

  it('never leaves Cancelled, and never goes back to Scheduled from Running or Completed', () => {
    expect(mayBecome.Cancelled).toEqual([])
    expect(statusesBefore('Scheduled')).toEqual(['Paused', 'Failed'])
  })

  it('offers pause while something goes out and resume while something waits', () => {
    expect(actionsFor('Running', counts)).toEqual(['pause', 'cancel'])
    expect(actionsFor('Paused', counts)).toEqual(['resume', 'cancel'])
    expect(actionsFor('Failed', counts)).toEqual(['resume', 'cancel'])
    expect(actionsFor('Failed', { ...counts, waiting: 0 })).toEqual([])
    expect(actionsFor('Failed', { ...counts, planned: false, waiting: 0 })).toEqual(['resume', 'cancel'])
    expect(actionsFor('Completed', { ...counts, waiting: 0, retryable: 3 })).toEqual(['retry_failed'])
    expect(actionsFor('Cancelled', { ...counts, retryable: 3 })).toEqual([])
  })

  it('is failed at the end only when not one message was taken', () => {
    expect(finalStatus({ sent: 0, delivered: 0, read: 0, unknown: 0 })).toBe('Failed')
    expect(finalStatus({ sent: 0, delivered: 0, read: 0, unknown: 1 })).toBe('Completed')
    expect(finalStatus({ sent: 1, delivered: 0, read: 0, unknown: 0 })).toBe('Completed')
  })
})

describe('a missed start', () => {
  const at = new Date('2026-11-20T09:00:00Z')
  it('happens late within six hours and asks after that', () => {
    expect(isTooLate(at, new Date('2026-11-20T15:00:00Z'))).toBe(false)
    expect(isTooLate(at, new Date('2026-11-20T15:00:01Z'))).toBe(true)
  })
})
