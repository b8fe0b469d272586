import { form } from './campaigns/form.ts'
import { list } from './campaigns/list.ts'
import { page } from './campaigns/page.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns = { ...list, form, page, trial } as const
