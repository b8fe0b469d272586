import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, shipped, sources } from './sources.ts'

/** Comments as the sources have them: `//`, and blocks. Strings that hold `//` are addresses, which are left alone. */
const comments = /(?<=^|[\s{(,;])\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g
const withoutComments = (text: string): string => text.replace(comments, '')

/** A line that decides by whether the provider is the sandbox: with `if`, with a ternary, or by a logical operator. */
const branchesOnSandbox = (line: string): boolean =>
  /\bif \(.*(sandbox|practice)/i.test(line) ||
  /(sandbox|practice)[\w.]*\)*\s*(\?(?![.:?])|&&|\|\|)/i.test(line) ||
  /!\s*[\w.]*(sandbox|practice)\w*\b/i.test(line)

/** A line that names a code of Meta: six digits from 130000, a code compared with a number, or a set of codes. */
const namesProviderCode = (line: string): boolean =>
  /\b13\d{4}\b/.test(line) ||
  /\b(?!statusCode)\w*[cC]ode\)?\s*[!=]==\s*\d/.test(line) ||
  /\b\w*[cC]odes\b.*[=(]\s*\[\s*\d/.test(line)

/** Scenes from life where the field has a term; quoted text aside. */
const isNarrative = (comment: string): boolean =>
  /\b(stands?|stood|told|tells|whoever|anew|hears?|heard|lives|speaks|knows|(becomes|became) of|bidden|nobody|somebody|everybody|anybody)\b/i.test(
    comment.replace(/`[^`]*`|“[^”]*”/g, ''),
  )
const proseLines = (comment: string): number =>
  comment.split('\n').filter((line) => /\w/.test(line) && !/^[\s*]*@\w/.test(line)).length

/** Places that change only the search part of the address and let the router scroll the page to its top. */
function jumps(text: string): string[] {
  const setters = [...text.matchAll(/^.*\buseSearchParams\(.*$/gm)]
    .map(([line]) => line.trim())
    .filter((line) => !/const \[\w+\] = useSearchParams\(\)$|useSearchParams\(\)\[0\]/.test(line))
  const toSearch = /(?:\bto=\{?|\bnavigate\()\s*(?:[`'"]\?|\{\s*search\b)/g
  const moves = [...text.matchAll(toSearch)].map(({ 0: found, index }) => {
    if (found.startsWith('navigate')) return text.slice(index, text.indexOf('\n', index))
    const end = /(?<!=)>/.exec(text.slice(index))?.index ?? 0
    return text.slice(text.lastIndexOf('<', index), index + end)
  })
  return [...setters, ...moves.filter((one) => !one.includes('preventScrollReset'))]
}

describe('the style', () => {
  it('names files in kebab-case, after what they do', () => {
    const faults = sources
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^src(\/[a-z0-9-]+)*\/([a-z0-9-]+|\d{4}-[a-z0-9-]+)(\.[a-z-]+)*\.tsx?$/.test(path) ||
          /\/(utils?|helpers?|common|lib|misc)[./]/.test(path),
      )
    expect(faults).toEqual([])
  })

  it('keeps a file under 400 lines', () => {
    const faults = sources
      .filter(({ path }) => path !== 'src/server/tables.ts')
      .filter(({ text }) => text.split('\n').length > 401)
      .map(({ path, text }) => `${path} has ${text.split('\n').length} lines`)
    expect(faults).toEqual([])
  })

  it('does not branch on the sandbox in the server: only addresses differ', () => {
    const faults = shipped
      .filter(({ path }) => /^src\/server\/(features|providers|platform)\//.test(path))
      .flatMap(({ path, text }) =>
        withoutComments(text)
          .split('\n')
          .filter(branchesOnSandbox)
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(faults).toEqual([])
  })
})

describe('screens', () => {
  it('leave the page where it is when only the search part of the address changes', () => {
    const faults = shipped
      .filter(({ path }) => path.startsWith('src/web/') && path !== 'src/web/net/search-choice.ts')
      .flatMap(({ path, text }) => jumps(text).map((one) => `${path}: ${one}`))
    expect(faults).toEqual([])
  })
})

describe('provider codes', () => {
  it('are in the catalogue and its classes only', () => {
    const faults = shipped
      .filter(
        ({ path }) =>
          /^src\/server\/(features|providers)\//.test(path) && !/\/(errors|fixtures)\//.test(path),
      )
      // The catalogue of the social networks.
      .filter(({ path }) => path !== 'src/server/providers/social/facebook/graph-error.ts')
      .flatMap(({ path, text }) =>
        withoutComments(text)
          .split('\n')
          .filter(namesProviderCode)
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(faults).toEqual([])
  })
})

describe('the vocabulary', () => {
  /** Words of our own making; see docs/glossary.md for the field's. `held` means held back. */
  const words =
    'ear ears hear hears heard deafen rooms doors house books farewell tolds bidden takeback'.split(' ')
  /** Only in comments: narrative for what has a plain word. */
  const narrative = /\b(anew|whoever|bidden|is told|are told|nobody of (them|us)|becomes of|became of)\b/i
  const parts = (name: string): string[] =>
    name
      .replace(/takeBack/gi, 'takeback')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_]+/)

  it('has no word of our own making in an identifier or a file name', () => {
    const faults = sources
      .filter(({ path }) => !/\/(migrations|fixtures|messages)\/|keywords|towns/.test(path))
      .flatMap(({ path, text }) => {
        const code = withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
        const names = [...new Set(code.match(/\b[a-zA-Z_]\w*\b/g) ?? [])].filter(
          (name) => /^[a-z]/i.test(name) && parts(name).some((part) => words.includes(part)),
        )
        const declared = names.filter((name) =>
          new RegExp(`\\b(?:const|let|function|type|class|interface)\\s+${name}\\b|\\b${name}\\??:`).test(
            code,
          ),
        )
        const fileWords = path.split(/[/.-]/)
        return declared
          .concat(fileWords.filter((part) => words.includes(part)))
          .map((name) => `${path}: ${name}`)
      })
    expect(faults).toEqual([])
  })

  it('has no narrative in the comments of what is not a feature', () => {
    const faults = sources
      .filter(({ path }) => !/\/(features|migrations)\//.test(path))
      .flatMap(({ path, text }) =>
        (text.match(comments) ?? [])
          .flatMap((comment) => comment.split('\n'))
          .filter((line) => narrative.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(faults).toEqual([])
  })
})

describe('comments outside of features and screens', () => {
  const folders =
    /^(src\/(sandbox|contract|server\/(platform|providers|migrations))|test|e2e|bench|scripts)\//
  const outside = ['test', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => {
        const path = `${folder}/${name}`
        return { path, text: readFileSync(join(root, path), 'utf8') }
      }),
  )
  const found = [...sources, ...outside]
    .filter(({ path }) => folders.test(path) && !path.includes('/fixtures/'))
    .flatMap(({ path, text }) => (text.match(comments) ?? []).map((comment) => ({ path, comment })))

  it('use plain technical words', () => {
    const faults = found
      .filter(({ comment }) => isNarrative(comment))
      .map(({ path, comment }) => `${path}: ${comment}`)
    expect(faults).toEqual([])
  })

  it('have at most two lines, tags aside', () => {
    const faults = found
      .filter(({ comment }) => proseLines(comment) > 2)
      .map(({ path, comment }) => `${path}: ${comment}`)
    expect(faults).toEqual([])
  })
})

describe('the guards', () => {
  it('find narrative and long comments, but not quoted words', () => {
    const narrative = ['// The page is told.', '/** Whoever asks */', '// It stands in the file.']
    expect(narrative.filter((comment) => !isNarrative(comment))).toEqual([])
    expect(isNarrative('// The `nobody` account, “Everybody tagged”')).toBe(false)
    expect(proseLines('/**\n * One.\n * Two.\n * Three.\n */')).toBe(3)
    expect(proseLines('/**\n * One.\n * @param x\n * @returns y\n */')).toBe(1)
  })

  it('find what scrolls a page to its top', () => {
    const faults = [
      'const [search, setSearch] = useSearchParams()',
      'const set = useSearchParams()[1]',
      'void navigate(`?view=all`)',
      "navigate({ search: '?view=all' }, { replace: true })",
      '<Link className="sm" to={`?all`}>',
      '<Link onClick={() => take()}\n  to={{ search: one }}\n>',
    ]
    const fine = [
      'const [search] = useSearchParams()',
      "const at = useSearchParams()[0].get('at')",
      'navigate(`?view=all`, { preventScrollReset: true })',
      'navigate(`/campaigns?view=all`)',
      '<Link to={`?all`} preventScrollReset>',
      '<Link to={{ search: one }} onClick={() => take()} preventScrollReset>',
    ]
    expect(faults.filter((text) => jumps(text).length !== 1)).toEqual([])
    expect(fine.filter((text) => jumps(text).length !== 0)).toEqual([])
  })

  it('find a provider code', () => {
    const lines = ['const paused = 132015', 'if (error.code === 190)', 'const deadCodes = new Set([0, 190])']
    expect(lines.filter((line) => !namesProviderCode(line))).toEqual([])
    expect(
      ['if (status === 404)', 'code === null', 'statusCode !== 200', "codes: ['190']"].filter(
        namesProviderCode,
      ),
    ).toEqual([])
  })

  it('find a branch on the sandbox however it is written', () => {
    expect(
      [
        'if (app.settings.practice) return',
        'const url = config.sandbox ? a : b',
        'return app.settings.practice && other',
        'const real = !config.practice',
      ].filter((line) => !branchesOnSandbox(line)),
    ).toEqual([])
    expect(
      ['practice: app.settings.practice,', 'practice?: boolean', 'connectPracticeAccount(app, id),'].filter(
        branchesOnSandbox,
      ),
    ).toEqual([])
  })
})
