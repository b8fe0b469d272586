/** A trigger's function, and the table that has the trigger. */
export type TriggerFunction = {
  name: string
  source: string
  table: string
  /** What its triggers call the set of the rows before and after a statement; empty where it is called for each row. */
  sets: string[]
}

/** Marks the source of a function that was replaced. */
export const rewritten = '-- as Citus needs it'

/** A node has no listener, and a transaction over two nodes cannot notify. */
const notifications = /\bif found then perform pg_notify\([^;]*; end if;/g

/** What may follow a table and is no other name of it. */
const keywords =
  'on|where|join|cross|inner|left|right|group|order|union|except|limit|offset|for|window|having|returning|set|using'

/**
 * A function that reads what a statement changed as a set, as one that takes the businesses of the set one after the
 * other, from arrays: Citus carries no set to its nodes, and runs a statement on one node where it names the business.
 * @returns the statement that replaces it.
 * @throws Error where it reads a set in a way that is not known here.
 */
export function byBusiness({ name, source, table, sets }: TriggerFunction): string {
  const parts = /^\s*(?:declare\b([\s\S]*?))?\bbegin\b([\s\S]*)\breturn null;\s*end;?\s*$/.exec(source)
  const [first] = sets
  if (!parts || !first) throw new Error(`The trigger function ${name} is written in another way.`)
  const [, declared = '', body = ''] = parts
  let taken = body
    .replace(/--.*$/gm, '')
    .replace(notifications, '')
    // What is run as a text does not see the arrays.
    .replace(/\bexecute (\$[a-z]*\$)([\s\S]*?)\1/g, '$2')
    .replaceAll('then return null; end if', 'then continue; end if')
  const names = new Set<string>(sets)
  for (const set of sets) {
    const uses = new RegExp(
      `\\b(from|join)\\s+${set}\\b(?:\\s+(?:as\\s+)?(?!(?:${keywords})\\b)([a-z_]+)\\b)?`,
      'g',
    )
    const without = taken.replace(uses, '').match(new RegExp(`\\b${set}\\b(?!\\.)`))
    if (without) throw new Error(`The trigger function ${name} reads ${set} in another way.`)
    taken = taken.replace(uses, (_use, word: string, alias: string | undefined) => {
      names.add(alias ?? set)
      return `${word} unnest(rows_${set}) ${alias ?? set}`
    })
  }
  // A statement on one node compares business_id with a value.
  taken = taken.replace(
    /\b([a-z]+)\.business_id in \(select business_id from (unnest\(rows_[a-z]+\) [a-z]+(?: where [^)]*)?)\)/g,
    '$1.business_id = of_business and exists (select from $2)',
  )
  // An array of the rows' businesses, unnested.
  taken = taken.replace(/\b([a-z]+)\.business_id = [a-z]+\.business\b/g, '$1.business_id = of_business')
  for (const one of names) taken = taken.replace(new RegExp(`\\b${one}\\.business_id\\b`, 'g'), 'of_business')
  if (/\breturn\b/.test(taken)) throw new Error(`The trigger function ${name} ends in another way.`)
  const rows = sets.map(
    (set) =>
      `rows_${set} := array(select row(r.*)::${table} from ${set} r where r.business_id = of_business);`,
  )
  return replaced(
    name,
    `declare ${declared} of_business bigint; ${sets.map((set) => `rows_${set} ${table}[];`).join(' ')}
    begin
      for of_business in select distinct business_id from ${first} loop
        ${rows.join('\n        ')}
        ${taken.trim()}
      end loop;
      return null;
    end`,
  )
}

/** A function that is called for each row of a table that every node holds, as one that acts on the first node alone. */
export function onFirstNode({ name, source }: TriggerFunction): string {
  const guarded = source.replace(
    /\bbegin\b/,
    'begin if (select groupid from pg_dist_local_group) <> 0 then return null; end if;',
  )
  return replaced(name, guarded)
}

const replaced = (name: string, source: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $citus$ ${rewritten}\n${source} $citus$`
