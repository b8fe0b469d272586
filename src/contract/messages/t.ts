import { createCatalogue } from './catalogue.ts'
import { en } from './en/index.ts'

/** The sentences that screens and server share: what is wrong with a field. */
export const t = createCatalogue(en)
