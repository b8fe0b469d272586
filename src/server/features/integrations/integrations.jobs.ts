import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetOldAnswers } from './idempotency/kept-answers.ts'

const forgetAnswers = defineJob('integrations.forget-answers', z.object({}))

export function integrationsJobs(app: () => App): HandledJob[] {
  return [handled(forgetAnswers, () => forgetOldAnswers(app()), '41 * * * *')]
}
