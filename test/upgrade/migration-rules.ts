/**
 * What a migration does that the version before cannot live with, while it still serves: it would read what is gone,
 * write what is refused, or wait for a lock. Each is done in two releases: first what both can use, then the rest.
 */
const rules: { fault: string; pattern: RegExp }[] = [
  { fault: 'drops what the version before may use', pattern: /\bdrop (table|column|type|view|function)\b/i },
  { fault: 'renames what the version before may use', pattern: /\brename (column|to|constraint|value)\b/i },
  { fault: 'changes the type of a column', pattern: /\balter (column )?\S+ (set data )?type\b/i },
  { fault: 'requires a column', pattern: /\bset not null\b/i },
  {
    fault: 'adds a column that rows have to name',
    pattern: /\badd column\b(?=[^,;`]*\bnot null\b)(?![^,;`]*\b(default|generated)\b)/i,
  },
  {
    fault: 'adds a constraint that is not "not valid"',
    pattern: /\badd (constraint|check|foreign key|primary key|unique)\b(?![^;`]*\bnot valid\b)/i,
  },
]

const index = /\bcreate (?:unique )?index (?:if not exists )?\S+\s+on (\w+|\$\{[^}]*\})/gi
const made = /\bcreate table (?:if not exists )?(\w+)/gi

/** @returns what a migration's source does that breaks these rules, in words. */
export function faultsOf(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '')
  const own = new Set([...text.matchAll(made)].map(([, table]) => table))
  const waiting = [...text.matchAll(index)].map(([, table]) => table!).filter((table) => !own.has(table))
  return [
    ...rules.filter(({ pattern }) => pattern.test(text)).map(({ fault }) => fault),
    ...waiting.map((table) => `builds an index of ${table} while writes wait: put it into indexes.ts`),
  ]
}
