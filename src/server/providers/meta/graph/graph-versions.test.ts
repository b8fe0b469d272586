import { expect, test } from 'vitest'
import { checkedVersion, versionState } from './graph-versions.ts'

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  ['v2.9', 'ended', '2025-09-12'],
  ['v18.0', 'ended', '2026-01-26'],
  ['v20.0', 'ended', '2026-09-24'],
  ['v21.0', 'ending', '2027-01-21'],
  ['v24.0', 'alive', '2028-02-18'],
  ['v26.0', 'alive', undefined],
  ['v40.0', 'unknown', undefined],
])('%s is %s (%s)', (version, state, day) => {
  const life = versionState(version, now)
  expect(life.state).toBe(state)
  const endsAt = 'endsAt' in life ? life.endsAt?.toISOString().slice(0, 10) : undefined
  expect(endsAt).toBe(day)
})

test('the default of an install is alive', () => {
  expect(versionState(checkedVersion, now).state).toBe('alive')
})
