import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'
import { form } from './campaigns/form.ts'
import { list } from './campaigns/list.ts'
import { page } from './campaigns/page.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns: Translated<typeof english> = { ...list, form, page, trial }
