import { createCatalogue } from '#contract/messages/catalogue.ts'
import { en } from './en/index.ts'

/** The sentences of the screens. */
export const t = createCatalogue(en)
