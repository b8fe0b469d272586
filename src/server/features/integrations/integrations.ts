export { openIdempotency } from './idempotency/kept-answers.ts'
