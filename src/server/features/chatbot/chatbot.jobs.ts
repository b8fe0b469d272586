import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { answerByAi } from './ai/answer.ts'
import { callAddress } from './run/call-address.ts'
import { endExpired, handOverUnreached } from './run/end-waits.ts'
import { answerAi, callAddressJob, uploadFileJob, wakeJob } from './run/jobs.ts'
import { uploadFile } from './run/upload-file.ts'
import { wake } from './run/wake.ts'
import { deleteUnusedSecrets } from './secrets/delete-unused.ts'
import { moveSecrets } from './secrets/move-secrets.ts'

const expireJob = defineJob('chatbot.expire', z.object({}), { queue: { policy: 'short' } })

const moveSecretsJob = defineJob('chatbot.move-secrets', z.object({}), { queue: { policy: 'short' } })
const unusedSecretsJob = defineJob('chatbot.unused-secrets', z.object({}), { queue: { policy: 'short' } })

export function chatbotJobs(app: () => App): HandledJob[] {
  return [
    handled(
      expireJob,
      async () => {
        await endExpired(app())
        await handOverUnreached(app())
      },
      everyMinute,
    ),
    handled(moveSecretsJob, (_, { signal }) => moveSecrets(app(), signal), everyMinute),
    handled(unusedSecretsJob, (_, { signal }) => deleteUnusedSecrets(app(), signal), '40 3 * * *'),
    handled(wakeJob, (at) => wake(app(), at)),
    handled(callAddressJob, (at, { signal }) => callAddress(app(), at, signal)),
    handled(uploadFileJob, (at) => uploadFile(app(), at)),
    handled(answerAi, (at) => answerByAi(app(), at)),
  ]
}
