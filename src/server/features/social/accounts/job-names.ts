import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Removes logins whose time to choose is over. */
export const forgetOldLogins = defineJob('social.forget-old-logins', z.object({}))
