import { form } from './campaigns/form.ts'
import { list } from './campaigns/list.ts'
import { page } from './campaigns/page.ts'

export const campaigns = { ...list, form, page } as const
