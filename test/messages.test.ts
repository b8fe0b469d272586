import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import * as contractEn from '#contract/messages/en/index.ts'
import * as contractEs from '#contract/messages/es/index.ts'
import * as contractHi from '#contract/messages/hi/index.ts'
import * as contractPt from '#contract/messages/pt-br/index.ts'
import * as serverEn from '#server/messages/en/index.ts'
import * as serverEs from '#server/messages/es/index.ts'
import * as serverHi from '#server/messages/hi/index.ts'
import * as serverPt from '#server/messages/pt-br/index.ts'
import * as webEn from '#web/messages/en/index.ts'
import * as webEs from '#web/messages/es/index.ts'
import * as webHi from '#web/messages/hi/index.ts'
import * as webPt from '#web/messages/pt-br/index.ts'

const root = join(import.meta.dirname, '..')
type Messages = { readonly [key: string]: string | Messages }

/** `help.title` → sentence. */
const flat = (messages: Messages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  )

const catalogues = [
  ['web', webEn.en, { hi: webHi.hi, es: webEs.es, 'pt-BR': webPt.ptBR }],
  ['server', serverEn.en, { hi: serverHi.hi, es: serverEs.es, 'pt-BR': serverPt.ptBR }],
  ['contract', contractEn.en, { hi: contractHi.hi, es: contractEs.es, 'pt-BR': contractPt.ptBR }],
] as const

/** What a message takes: `count`, `<b>`; and of each plural the branches. */
function partsOf(message: string, language: string): { names: string[]; plurals: string[][] } {
  const names = new Set<string>()
  const plurals: string[][] = []
  type Element = {
    type: number
    value?: string
    options?: Record<string, { value: Element[] }>
    children?: Element[]
  }
  const walk = (elements: Element[]) => {
    for (const { type, value, options, children } of elements) {
      // Literals are 0 and the number sign of a plural 7; a tag is 8, a plural 6.
      if (type !== 0 && type !== 7) names.add(type === 8 ? `<${value}>` : String(value))
      if (type === 6) plurals.push(Object.keys(options ?? {}))
      for (const branch of Object.values(options ?? {})) walk(branch.value)
      if (children) walk(children)
    }
  }
  walk(new IntlMessageFormat(message, language).getAst() as Element[])
  return { names: [...names].sort(), plurals }
}

describe.each(catalogues)('the messages of %s', (_area, english, translations) => {
  const source = new Map(flat(english))

  it('are well-formed in English', () => {
    const faults = [...source].filter(([, message]) => {
      const { plurals } = partsOf(message, 'en')
      return message.trim() === '' || plurals.some((branches) => !branches.includes('other'))
    })
    expect(faults).toEqual([])
  })

  it.each(Object.entries(translations))('take the same parameters in %s', (language, messages) => {
    const faults = flat(messages).filter(([key, message]) => {
      const here = partsOf(message, language)
      const there = partsOf(source.get(key) ?? '', 'en')
      return (
        here.names.join() !== there.names.join() ||
        message.trim() === '' ||
        here.plurals.some((branches) => !branches.includes('other'))
      )
    })
    expect(faults.map(([key]) => key)).toEqual([])
  })

  it.each(Object.entries(translations))('are translated to %s', (_language, messages) => {
    // A sentence of several words that is the same in two languages was forgotten.
    const same = flat(messages).filter(
      ([key, message]) => message === source.get(key) && /\p{L}{3,}\s+\p{L}{2,}\s+\p{L}{2,}/u.test(message),
    )
    expect(same).toEqual([])
  })
})

/** Folders whose sentences are not in the catalogue yet. */
const later: RegExp[] = []

/** Files that hold data: sample events as providers send them, messages of example businesses. */
const data = /^src\/web\/features\/(webhooks\/sample-events\.ts|landing\/examples\.tsx)$/

/** Text that is the same in every language: names, formats, addresses, codes. */
const untranslated =
  /^(WhatsApp|Facebook|Instagram|YouTube|LinkedIn|Meta|Tidings|Google|OpenStreetMap|CSV|JSON|QR|URL|ID|[A-Z]{2,5}|https?:.*|[\w.+-]+@[\w.-]+|[a-z]+_\w+|([A-Z]{2} )*[A-Z]{2}|Bearer …)$/
/** Attributes that a person or a screen reader reads. */
const readAttributes =
  /^(title|label|lede|placeholder|alt|description|aria-label|aria-description|aria-roledescription|confirm|consequence|children|hint|message|heading|question|answer|text|busy|empty)$/

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What a person reads and that is in no catalogue: text between tags, attributes, and strings that read as a sentence. */
function escapedSentences(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const { program } = parseSync(path, text)
  const found: string[] = []
  const report = (node: Node, sentence: string) => {
    const line = text.slice(0, node.start).split('\n').length
    found.push(`${path}:${line} ${sentence.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`)
  }
  const isText = (sentence: string) => /\p{L}{2,}/u.test(sentence) && !untranslated.test(sentence.trim())
  const isSentence = (sentence: string) => /^\p{Lu}[\p{L}'’]*[ ,.:!?…]/u.test(sentence) && isText(sentence)
  const walk = (node: unknown, parents: Node[]): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, parents)
      return
    }
    if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return
    const here = node as Node
    // What a program reads and people do not: errors for programmers, the console, types, imports.
    if (here.type.startsWith('TS') && here.type !== 'TSAsExpression' && here.type !== 'TSSatisfiesExpression')
      return
    if (here.type.startsWith('Import') || here.type.startsWith('ExportAll')) return
    if (here.type === 'NewExpression' && /^(Error|TypeError|DOMException)$/.test(nameOf(here.callee))) return
    if (here.type === 'CallExpression' && /^(console\.\w+|t|t\.\w+)$/.test(nameOf(here.callee))) {
      for (const argument of here.arguments as Node[])
        if (argument.type !== 'Literal') walk(argument, [...parents, here])
      return
    }
    if (here.type === 'JSXText' && isText(String(here.value))) report(here, String(here.value))
    if (here.type === 'JSXAttribute') {
      const name = nameOf(here.name)
      const value = here.value as Node | null
      if (value?.type === 'Literal') {
        if (readAttributes.test(name) && isText(String(value.value))) report(value, String(value.value))
        return
      }
    }
    if (here.type === 'Literal' && typeof here.value === 'string' && isSentence(here.value))
      report(here, here.value)
    if (here.type === 'TemplateLiteral') {
      const whole = (here.quasis as { value: { cooked: string } }[])
        .map(({ value }) => value.cooked)
        .join('…')
      if (isSentence(whole)) report(here, whole)
    }
    for (const [key, value] of Object.entries(here)) if (key !== 'type') walk(value, [...parents, here])
  }
  walk(program, [])
  return found
}

function nameOf(node: unknown): string {
  const { type, name, object, property } = (node ?? {}) as Record<string, unknown>
  if (type === 'Identifier' || type === 'JSXIdentifier') return String(name)
  if (type === 'MemberExpression') return `${nameOf(object)}.${nameOf(property)}`
  return ''
}

it('no screen has a sentence of its own', () => {
  const files = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => `src/web/${name}`)
    .filter(
      (path) =>
        !path.startsWith('src/web/messages/') &&
        !data.test(path) &&
        !later.some((folder) => folder.test(path)),
    )
  expect(files.flatMap(escapedSentences)).toEqual([])
})
