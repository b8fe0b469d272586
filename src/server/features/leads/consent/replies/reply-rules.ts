import type { ReplyLanguage } from './languages/reply-language.ts'
import { foldWords } from './text/reply-text.ts'
import { stepsOf } from './text/word-gate.ts'

/** A language's rules as expressions over the words of a reply. */
export type CompiledLanguage = { code: string; unless: RegExp | undefined; rules: RegExp; unspaced: boolean }

export function compileLanguage({
  code,
  sets,
  rules,
  unless,
  unspaced = false,
}: ReplyLanguage): CompiledLanguage {
  const any = (all: readonly string[]): string =>
    all.map((rule) => (unspaced ? rule.normalize('NFKD') : compileRule(rule, sets))).join('|')
  return {
    code,
    unspaced,
    rules: new RegExp(unspaced ? any(rules) : `(?:${any(rules)})(?= )`, 'u'),
    unless:
      unless.length > 0 ? new RegExp(unspaced ? any(unless) : `(?:${any(unless)})(?= )`, 'gu') : undefined,
  }
}

/** All of them as one expression over words with a comma between clauses; a gap stays within its clause. */
export function compileAsides(asides: Readonly<Record<string, readonly string[]>>): RegExp {
  const all = Object.values(asides).flat()
  const gap = '\0'
  const any = all
    .map((rule) => compileRule(rule, {}).replaceAll(' \\S+', gap))
    .map((rule) => rule.replace(/(?<!\?=) /g, '(?: ,)? ').replaceAll(gap, ' [^\\s,]+'))
    .join('|')
  return new RegExp(`(?:${any})(?= )`, 'gu')
}

/** Each step stands for a space and a word, so that rules match whole words only. */
function compileRule(rule: string, sets: ReplyLanguage['sets']): string {
  return stepsOf(rule)
    .map((step) => compileStep(step, sets))
    .join('')
}

function compileStep(step: string, sets: ReplyLanguage['sets']): string {
  if (step === '^') return '^'
  if (step === '$') return '(?= $)'
  if (step.startsWith('~')) return `(?: \\S+){0,${Number(step.slice(1))}}`
  if (step.startsWith('!')) return compileAbsence(step, sets)
  if (step.startsWith('{')) {
    const words = sets[step.slice(1, -1)]
    if (!words) throw new Error(`no set ${step}`)
    return `(?:${words.map((word) => compileRule(word, sets)).join('|')})`
  }
  if (step.startsWith('(') && step.endsWith('?')) return `(?:${compileStep(step.slice(0, -1), sets)})?`
  if (step.startsWith('(')) {
    return `(?:${step
      .slice(1, -1)
      .split('|')
      .map((choice) => compileRule(choice, sets))
      .join('|')})`
  }
  const isOpen = step.endsWith('*')
  const isEnding = step.startsWith('*')
  const word = foldWords(step)
  if (word === '') throw new Error(`nothing to match in ${step}`)
  return ` ${isEnding ? '\\S*' : ''}${word}${isOpen ? '\\S*' : ''}`
}

/** `!3(a|b)`: neither of them is one of the next four words. */
function compileAbsence(step: string, sets: ReplyLanguage['sets']): string {
  const [, far = '0', words = ''] = /^!(\d)(\(.*\))$/.exec(step) ?? []
  if (words === '') throw new Error(`no words in ${step}`)
  return `(?!(?: \\S+){0,${Number(far)}}${compileStep(words, sets)}(?= ))`
}

/** Nothing but these phrases, in any number, and polite words around them. */
export function onlyThese(phrases: readonly string[], polite: readonly string[]): RegExp {
  const around = `(?:${alternatives(polite)})*`
  return new RegExp(`^${around}(?:(?:${alternatives(phrases)})${around})+ $`, 'u')
}

export function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?:${alternatives(phrases)})(?= )`, 'gu')
}

/** The longest first, or else a part of one would be taken for the whole. */
function alternatives(phrases: readonly string[]): string {
  const folded = [...new Set(phrases.map(foldWords))].filter((phrase) => phrase !== '')
  return folded
    .sort((a, b) => b.length - a.length)
    .map((phrase) => ` ${phrase}`)
    .join('|')
}
