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

/** Files of features that hold text for others than the reader: questions to customers, names of keys and columns. */
const serverData =
  /^src\/server\/features\/(leads\/consent\/question-texts|messages\/single\/send-question|leads\/(records\/export|fields\/columns)|leads\/import\/(file\/row-reader|write\/add)|leads\/search\/osm-lead|templates\/content\/(components|variables)|privacy\/privacy)\.ts$/

/** Strings that read as a sentence where a server's feature builds one: not errors for programmers, logs, SQL. */
function sentencesIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const found: string[] = []
  const report = (node: Node, sentence: string) =>
    found.push(
      `${path}:${text.slice(0, node.start).split('\n').length} ${sentence.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    )
  const isSentence = (part: string) => /^\s*\p{Lu}[\p{L}'’]*[ ,]+\p{L}/u.test(part)
  // Words behind a parameter: `${count} people are left out`.
  const isGlued = (whole: string) =>
    whole.includes('…') &&
    /(\p{Ll}{2,}[ ,]+){2}\p{Ll}{2,}/u.test(whole) &&
    !/^\s*(select|insert|update|create)\b/.test(whole)
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one)
      return
    }
    if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return
    const here = node as Node
    if (here.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(here.type)) return
    if (here.type.startsWith('Import') || here.type.startsWith('ExportAll')) return
    const name = nameOf(here.callee)
    if (here.type === 'NewExpression' && name.endsWith('Error') && name !== 'AppError') return
    if (here.type === 'CallExpression') {
      // Logs, the message of an Error's class, and what keys are derived from.
      if (/\.log\.\w+$|^log\.\w+$|(^|\.)(update|keyFor|lastingKeyFor)$/.test(name)) return
      if ((here.callee as Node).type === 'Super') return
    }
    if (here.type === 'TaggedTemplateExpression') return
    if (here.type === 'Literal' && typeof here.value === 'string' && isSentence(here.value))
      report(here, here.value)
    if (here.type === 'TemplateLiteral') {
      const whole = (here.quasis as { value: { cooked: string } }[])
        .map(({ value }) => value.cooked)
        .join('…')
      if (isSentence(whole) || isGlued(whole)) report(here, whole)
    }
    for (const [key, value] of Object.entries(here)) if (key !== 'type') walk(value)
  }
  walk(program)
  return found
}

it('no feature of the server has a sentence of its own', () => {
  const files = readdirSync(join(root, 'src/server/features'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => `src/server/features/${name}`)
    .filter((path) => !serverData.test(path))
  expect(files.flatMap((path) => sentencesIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

it.each([
  "const reason = 'The template cannot be sent.'",
  "throw new AppError('conflict', 'This campaign has started.')",
  `const left = \`\${some} of \${all} people are left out: \${why}\``,
  "await record(tx, { sentence: 'Scheduled for tomorrow' })",
])('finds a sentence in %s', (source) => {
  expect(sentencesIn('example.ts', source)).toHaveLength(1)
})

it.each([
  "throw new Error('This is for programmers.')",
  "app.log.warn({ err }, 'A job could not be stored')",
  'await sql`select count(*) from leads where phone is null`',
  "const reason = textOf('campaigns.reason.paused')",
])('finds none in %s', (source) => {
  expect(sentencesIn('example.ts', source)).toEqual([])
})
