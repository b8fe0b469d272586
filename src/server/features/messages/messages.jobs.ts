import type { App } from '#server/app.ts'
import { consentQuestionJob } from '#server/features/leads/leads.ts'
import { lanesWanted } from '#server/features/onboarding/onboarding.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { runLane } from './lane/lane.ts'
import { laneJob, settleUnknownsJob, sweepJob } from './model/job-names.ts'
import { sendQuestion } from './single/send-question.ts'
import { lookBack, settleUnknownsOf, sweep, wakeAccount } from './sweep.ts'

export function messagesJobs(app: () => App): HandledJob[] {
  return [
    handled(laneJob, async ({ business_id, phone_number_id }, { signal }) => {
      const lane = { businessId: business_id, phoneNumberId: phone_number_id }
      await runLane(app(), lane, signal)
      lookBack(app(), lane, signal)
    }),
    handled(sweepJob, () => sweep(app()), everyMinute),
    handled(settleUnknownsJob, ({ business_id }, { signal }) => settleUnknownsOf(app(), business_id, signal)),
    handled(consentQuestionJob, ({ business_id, question_id }) =>
      sendQuestion(app(), business_id, question_id),
    ),
    handled(lanesWanted, ({ business_id, waba_id }) => wakeAccount(app(), business_id, waba_id)),
  ]
}
