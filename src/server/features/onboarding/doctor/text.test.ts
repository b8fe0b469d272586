import { describe, expect, it } from 'vitest'
import { clockIn } from '#server/stored-text/clock.ts'
import { verdictOf } from './doctor.ts'
import { reportText } from './doctor-text.ts'
import { isOnlyHere } from './doctor-webhook.ts'

describe('verdict, text and addresses', () => {
  it('is as bad as the worst finding', () => {
    expect(verdictOf([{ state: 'good' }, { state: 'unknown' }])).toBe('good')
    expect(verdictOf([{ state: 'good' }, { state: 'attention' }])).toBe('attention')
    expect(verdictOf([{ state: 'attention' }, { state: 'bad' }])).toBe('bad')
  })

  it('removes what looks like a token', () => {
    const check = { id: 'x', subject: null, title: 'x', state: 'bad', meaning: null, remedy: null } as const
    const text = reportText(
      {
        checked_at: '2026-11-20T09:00:00.000Z',
        verdict: 'bad',
        checks: [{ ...check, finding: `Meta says: EAA${'b'.repeat(60)} is bad.` }],
      },
      clockIn('Asia/Kolkata'),
    )
    expect(text).toContain('Checked 20 Nov 2026, 14:30 (Asia/Kolkata): bad')
    expect(text).not.toContain('bbbb')
    expect(text).toContain('[removed]')
  })

  it('knows addresses that no provider reaches', () => {
    for (const only of [
      'http://localhost:5002',
      'http://127.0.0.1',
      'http://192.168.1.4',
      'http://172.20.0.1',
      'http://nas/',
      'http://[::1]:5002',
    ]) {
      expect(isOnlyHere(only), only).toBe(true)
    }
    for (const reached of ['https://tidings.example.com', 'https://172.15.0.1', 'https://8.8.8.8']) {
      expect(isOnlyHere(reached), reached).toBe(false)
    }
  })
})
