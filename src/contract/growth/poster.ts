import { z } from 'zod'

/** What people send from a poster: the text with its code, or the keyword. Without a keyword it is the text. */
export const PosterBy = z.enum(['code', 'keyword'])
export type PosterBy = z.infer<typeof PosterBy>

export const Paper = z.enum(['a4', 'a6'])
export type Paper = z.infer<typeof Paper>
