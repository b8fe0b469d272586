import { execFileSync } from 'node:child_process'

execFileSync(process.execPath, ['scripts/generate.ts'], { stdio: 'inherit' })
