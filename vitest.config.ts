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
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
