import { defineConfig } from 'vitest/config'
import { SpreadWaiting } from './test/spread-waiting.ts'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      // What only a cluster has.
      ...(process.env.TEST_CITUS ? ['test/**/*.citus.ts'] : []),
    ],
    globalSetup: ['test/template-database.ts'],
    setupFiles: ['test/no-console-errors.ts'],
    // Feature tests open a server, a database and a sandbox each, and some files mostly wait: four fill two cores.
    maxWorkers: 4,
    // Most garbage of a request is young: with room for it, it is collected half as often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SpreadWaiting },
    // Files share what they import: to load the server anew for each took more than half of the time. A test that needs
    // a module of its own makes one.
    isolate: false,
    // Node.js runs these sources as they are, as it does in production: nothing is translated, and what a module exports
    // is reached without a detour.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Far above what any takes: a limit ends what hangs. Other work on the same machine makes a test ten times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
