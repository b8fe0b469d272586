import { africanAndAsian } from './languages/african-and-asian.ts'
import { arabic } from './languages/arabic.ts'
import { dutch } from './languages/dutch.ts'
import { eastAsian } from './languages/east-asian.ts'
import { english } from './languages/english.ts'
import { french } from './languages/french.ts'
import { german } from './languages/german.ts'
import { hindi } from './languages/hindi.ts'
import { hinglish } from './languages/hinglish.ts'
import { indonesian } from './languages/indonesian.ts'
import { italian } from './languages/italian.ts'
import { marathi } from './languages/marathi.ts'
import { otherIndian } from './languages/other-indian.ts'
import { portuguese } from './languages/portuguese.ts'
import type { ReplyLanguage } from './languages/reply-language.ts'
import { slavic } from './languages/slavic.ts'
import { spanish } from './languages/spanish.ts'
import { turkish } from './languages/turkish.ts'
import { urdu } from './languages/urdu.ts'

/** In the order in which a word that several languages have is given to one of them. */
export const replyLanguages: readonly ReplyLanguage[] = [
  english,
  spanish,
  portuguese,
  french,
  german,
  hindi,
  hinglish,
  marathi,
  otherIndian,
  urdu,
  arabic,
  indonesian,
  turkish,
  italian,
  slavic,
  dutch,
  africanAndAsian,
  eastAsian,
]
