import { callsToo } from './both-channels.ts'
import { errands } from './errands.ts'
import { hints } from './hints.ts'
import { asides } from './languages/asides.ts'
import { moreReferences } from './more-references.ts'
import { otherChannels } from './other-channels.ts'
import { otherObjects } from './other-objects.ts'
import { references } from './references.ts'
import { compileAsides } from './reply-rules.ts'
import { secondThoughts } from './second-thoughts.ts'
import { clausesOf, wordsOf } from './text/reply-text.ts'
import { gateOf } from './text/word-gate.ts'

type ByLanguage = Readonly<Record<string, readonly string[]>>

const latin = /[a-z]/
const scripts: Readonly<Record<string, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  ru: /\p{Script=Cyrillic}/u,
}

type Expression = { script: RegExp; pattern: RegExp }

/**
 * One expression for each language: V8 runs one of more than 20 KB a hundred times as long.
 * @returns those that may match the words of a text.
 */
function compileEach(all: readonly ByLanguage[], flags: string): (words: string) => Expression[] {
  const each = all.flatMap((rules) => Object.entries(rules))
  const expressions = each.map(([language, rules]) => ({
    script: scripts[language] ?? latin,
    pattern: new RegExp(compileAsides({ rules }), flags),
  }))
  const gate = gateOf(each.map(([, rules]) => ({ rules })))
  return (words) => {
    const open = gate(words)
    return expressions.filter(({ script }, nr) => open.has(nr) && script.test(words))
  }
}

const asidesIn = compileEach([otherObjects, asides, errands, otherChannels, references, moreReferences], 'gu')
// To be tested: a pattern that is global remembers where it was.
const hintsIn = compileEach([hints], 'u')
const secondThoughtsIn = compileEach([secondThoughts], 'u')

/** The words of each clause, with a comma between them. */
function marked(clauses: readonly string[]): string {
  return `${clauses.map((clause) => wordsOf(clause).trimEnd()).join(' ,')} `
}

/** The text without what is about something else; the clauses stay apart. */
export function withoutAsides(text: string): string {
  const words = marked(clausesOf(text))
  const rest = asidesIn(words).reduce(
    (left, { script, pattern }) => (script.test(left) ? left.replace(pattern, ' ,') : left),
    callsToo.reduce((left, call) => left.replace(call, ''), words),
  )
  return rest.length === words.length ? text : rest
}

const mostClauses = 20

export function hasHint(text: string): boolean {
  const words = marked(clausesOf(text).slice(0, mostClauses))
  return hintsIn(words).some(({ pattern }) => pattern.test(words))
}

/** Whether a sentence that says no "not" takes back a refusal, or asks for a call. */
export function hasSecondThought(text: string, isNegated: (words: string) => boolean): boolean {
  return clausesOf(text)
    .slice(0, mostClauses)
    .map(wordsOf)
    .filter((words) => !isNegated(words))
    .some((words) => secondThoughtsIn(words).some(({ pattern }) => pattern.test(words)))
}
