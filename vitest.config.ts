import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/template-database.ts'],
    setupFiles: ['test/no-console-errors.ts'],
    // Feature tests open a server, a database and a sandbox each: more files at once only wait for the two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files share what they import: to load the server anew for each took more than half of the time. A test that needs
    // a module of its own makes one.
    isolate: false,
    // Some ten times what a quiet machine takes: a timeout says that something hangs, not that the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
