import { sql } from 'kysely'
import { type ESTree, parseAst } from 'vite'
import { expect, it } from 'vitest'
import { openTestServer } from './server.ts'
import { shipped } from './sources.ts'

it('both of two transactions that wait for each other are done', async () => {
  const server = await openTestServer()
  const { app } = server
  try {
    await sql`create table shelves (id int primary key, boxes int not null)`.execute(app.db)
    await sql`insert into shelves values (1, 0), (2, 0)`.execute(app.db)
    let waiting = 0
    let both: () => void
    const met = new Promise<void>((resolve) => {
      both = resolve
    })
    const runs = [0, 0]
    const moveBoxes = (nr: 0 | 1, order: number[]) =>
      app.transaction(async (tx) => {
        runs[nr]!++
        for (const id of order) {
          await sql`update shelves set boxes = boxes + 1 where id = ${id}`.execute(tx.db)
          if (++waiting === 2) both()
          await met
        }
      })
    await Promise.all([moveBoxes(0, [1, 2]), moveBoxes(1, [2, 1])])
    const { rows } = await sql`select id, boxes from shelves order by id`.execute(app.db)
    expect(rows).toEqual([
      { id: 1, boxes: 2 },
      { id: 2, boxes: 2 },
    ])
    // They may meet once more.
    expect(runs[0]! + runs[1]!).toBeGreaterThan(2)
  } finally {
    await server.close()
  }
})

type Node = ESTree.Node & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, see)
  }
}

const changing = new Set(['push', 'unshift', 'pop', 'shift', 'splice', 'add', 'set', 'delete', 'clear'])

/** What a transaction changes that is not its own and no row: `push` of a list from outside, `count++`. */
function changedOutside(text: string): string[] {
  const ast = parseAst(text, { lang: 'ts' }) as unknown as Node
  const works: Node[] = []
  const named = new Map<string, Node>()
  walk(ast, (node) => {
    const { type, id, init } = node as { type: string; id?: Node; init?: Node }
    if (type === 'VariableDeclarator' && init?.type === 'ArrowFunctionExpression') {
      named.set(String(id?.name), init)
    }
  })
  walk(ast, (node) => {
    if (node.type !== 'CallExpression') return
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] }
    if ((callee.property as Node | undefined)?.name !== 'transaction' || !given[0]) return
    const work = given[0].type === 'Identifier' ? named.get(String(given[0].name)) : given[0]
    if (work) works.push(work)
  })
  return works.flatMap((work) => {
    const own = new Set<string>()
    const keep = (node: Node) => {
      if (node.type === 'Identifier') own.add(String(node.name))
    }
    walk(work, (node) => {
      if (node.type === 'VariableDeclarator') walk(node.id as Node, keep)
      for (const param of (node.params as Node[] | undefined) ?? []) walk(param, keep)
    })
    const found: string[] = []
    const note = (place: Node) => {
      let owner = place
      while (owner.type === 'MemberExpression') owner = owner.object as Node
      if (owner.type === 'Identifier' && !own.has(String(owner.name))) found.push(String(owner.name))
    }
    walk(work, (node) => {
      if (node.type === 'AssignmentExpression') note(node.left as Node)
      if (node.type === 'UpdateExpression') note(node.argument as Node)
      const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
      if (callee?.type === 'MemberExpression' && changing.has(String((callee.property as Node).name))) {
        note(callee.object as Node)
      }
    })
    return found
  })
}

it('a transaction changes nothing but the database, so that it can be run again', () => {
  expect(
    changedOutside(`
      const seen = []
      const keep = async (tx) => { let n = 0; n++; seen.push(n) }
      await app.transaction(keep)
      await app.transaction(async (tx) => { total += await count(tx); byId.set(1, 2) })`),
  ).toEqual(['seen', 'total', 'byId'])
  const found = shipped
    .filter(({ path, text }) => path.startsWith('src/server/features/') && text.includes('.transaction('))
    .flatMap(({ path, text }) => changedOutside(text).map((name) => `${path}: ${name}`))
  expect(found).toEqual([])
})
