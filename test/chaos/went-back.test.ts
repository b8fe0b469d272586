import { expect, it } from 'vitest'
import { runWentBack } from './went-back-chaos.ts'

/** The long form is part of `npm run chaos`, which also shows that the same goes wrong without the guard. */
it('a standby that was behind, and a restored dump, send nothing twice and lose nothing', async () => {
  const report = await runWentBack({
    messages: 200,
    workers: 1,
    how: ['promote', 'restore'],
    withinMs: 300_000,
  })
  expect(report).toMatchObject({ planned: 400, acceptedTwice: 0, withoutOneEnd: 0, differences: [] })
  // Without a loss it proves nothing.
  for (const lost of report.lost) expect(lost).toBeGreaterThan(20)
}, 400_000)
