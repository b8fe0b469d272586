export { hookContext } from './hooks/signature.ts'
export { answerContext, openIdempotency } from './idempotency/kept-answers.ts'
export { scrubAnswers } from './idempotency/scrub-answers.ts'
