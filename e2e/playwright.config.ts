import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// The browser tests use an install of their own beside any other on this machine, another run of theirs included.
const port = randomInt(20_000, 30_000)
process.env.E2E_PORT ??= String(port)
process.env.E2E_SANDBOX_PORT ??= String(port + 1)
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'tidings-e2e-'))
const baseURL = `http://localhost:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Journeys share the install but never a business: each signs up.
  fullyParallel: true,
  // Tests wait for the server as well as for the browser: four fill two cores.
  workers: 4,
  // Limits end what hangs; under other work on the same machine a step takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    baseURL,
    actionTimeout: 45_000,
    // A trace of each test took nearly half of the processor's time; `--trace on` keeps one where it is wanted.
    screenshot: 'only-on-failure',
    // Without the frames of animations; the walks through every screen have them, on a desk.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker's requests pass the tests' own routes; the offline test allows it.
    serviceWorkers: 'block',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Optimising compilers cost more than they save in pages that are open for seconds.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
        // A microphone that beeps, and a page that may use it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  webServer: {
    command: 'node src/server/main.ts',
    cwd: join(import.meta.dirname, '..'),
    url: `${baseURL}/readyz`,
    env: {
      PORT: process.env.E2E_PORT,
      SANDBOX_PORT: process.env.E2E_SANDBOX_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      OUTSIDE_REQUESTS: 'off',
      LOG_LEVEL: 'error',
      SIGNUP_LIMIT: '10000',
      // Journeys that start campaigns do not wait for it; the undo itself is tested on an install of its own.
      CAMPAIGN_UNDO_SECONDS: '0',
    },
    // The product's error log is attached to the results: a journey can pass in spite of an error.
    stdout: 'pipe',
    // Its own orderly way down, so that its database goes down with it.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: 180_000,
  },
})
