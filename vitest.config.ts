import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/template-database.ts'],
    setupFiles: ['test/no-console-errors.ts'],
    // Feature tests open a server, a database and a sandbox each: more files at once only wait for the two cores.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
