/**
 * How people of one language say that they want no more messages, or want them again. Words are in lower case and
 * without accents. A rule is a row of steps with nothing between them: a word, `{name}` for any word of a set, `~3` for
 * up to three words of any kind, `^` and `$` for the beginning and the end. `*` ends a word that may go on,
 * or begins one of any beginning; `(a|b)?` may be left out, and `!3(a|b)` says that neither is among the next four words.
 */
export type ReplyLanguage = {
  code: string
  /** An opt-out when nothing else is said but polite words. */
  alone: readonly string[]
  /** Words that change nothing: please, thanks, hello, now. */
  polite: readonly string[]
  sets: Readonly<Record<string, readonly string[]>>
  /** An opt-out wherever it is said. */
  rules: readonly string[]
  /** What looks like an opt-out and is none; taken out before the rules are tried. */
  unless: readonly string[]
  /** May be an opt-out, by itself or at either end of a short message: the person is asked. */
  doubtful: readonly string[]
  /** Asks for messages, and can mean nothing else. */
  subscribe: readonly string[]
  /** May ask for messages again, or for something else. */
  start: readonly string[]
  /** Written without spaces: its words are found inside longer ones. */
  unspaced?: boolean
}

/** Phrases between commas, as `list` of a template text. */
export function list({ raw: [text = ''] }: TemplateStringsArray): string[] {
  return text
    .split(',')
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '')
}
