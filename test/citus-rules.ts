/** From a place in a text to the next of these words, or the bracket that ends its part, outside of inner brackets. */
function partFrom(text: string, start: number, until: RegExp): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0 || (depth === 0 && until.test(text.slice(at, at + 12)))) return text.slice(start, at)
  }
  return text.slice(start)
}

/** The part in brackets that a place is in: an expression of `with`, or the statement. */
function partAround(text: string, place: number): string {
  let depth = 0
  for (let at = place; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1
    if (text[at] === '(') depth -= 1
    if (depth < 0) return text.slice(at + 1, place)
  }
  return text.slice(0, place)
}

/** Splits at commas outside of brackets. */
function items(list: string): string[] {
  let depth = 0
  let from = 0
  const found: string[] = []
  for (const [at, letter] of [...list].entries()) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter !== ',' || depth > 0) continue
    found.push(list.slice(from, at))
    from = at + 1
  }
  return [...found, list.slice(from)]
}

/** A sub-select is worked out by itself. */
function withoutSubselects(text: string): string {
  const start = text.search(/\(\s*select\b/i)
  if (start < 0) return text
  const inner = partFrom(text, start + 1, /^$/)
  return withoutSubselects(text.slice(0, start) + text.slice(start + inner.length + 2))
}

const namesOne =
  /business_id"? = (\(select )?\$\d|insert into "?\w+"? \("?business_id"?, [^)]*\) values \(\$\d/i
const afterSet = /^ (from|where|returning) /i
const wholeClock = /= (greatest\([\w., ]*)?now\(\)\)?$/

/**
 * What Citus 13 refuses of a statement, as far as its text shows it; found by trying (docs/scale.md). A clock or a sum
 * of times belongs into a part of its own, beside what is changed.
 * @returns what is wrong, empty where nothing is.
 */
export function refusedByCitus(statement: string): string[] {
  const text = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  const refused: string[] = []
  for (const { index, 0: found } of text.matchAll(/\bupdate "?\w+"?(?: as)?(?: "?\w+"?)? set /gi)) {
    for (const whole of items(partFrom(text, index + found.length, afterSet))) {
      const item = withoutSubselects(whole).trim()
      if (/clock_timestamp\(\)/.test(item)) refused.push(`a volatile clock: ${item}`)
      if (/\bnow\(\)/.test(item) && !wholeClock.test(item))
        refused.push(`a clock within an expression: ${item}`)
      if (/[+-] [^,]*\binterval\b/.test(item) && !/at time zone 'UTC'/.test(item))
        refused.push(`a sum of times: ${item}`)
      if (/\b[a-z]+\.\w+::\w+\[\]/.test(item)) refused.push(`a cast to an array: ${item}`)
    }
  }
  for (const { index, 0: found } of text.matchAll(/\breturning /gi)) {
    const returned = partFrom(text, index + found.length, /^ \) /)
    if (/\bnow\(\)|extract\(\w+ from (?![^()]*(at time zone| - ))/.test(returned))
      refused.push(`a time in another form: ${returned}`)
  }
  for (const { index } of text.matchAll(/ for (?:no key )?(?:update|share)\b/gi)) {
    const locks = partAround(text, index)
    if (!/business_id"? = \$\d/.test(locks)) refused.push(`locks in more than one business: ${locks}`)
    if (/^with\b/i.test(text) && / join (?!lateral)/i.test(locks.replace(/\([^()]*\)/g, '')))
      refused.push(`locks what is joined, in one part of several: ${locks}`)
  }
  if (!namesOne.test(text)) refused.push(`names no business: ${text}`)
  return refused
}
