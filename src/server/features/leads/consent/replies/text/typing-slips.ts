/** Opt-outs that are too long to be another word with one letter wrong. */
const longWords = [
  ...['unsubscribe', 'unsubscribed', 'abmelden', 'abmeldung', 'abbestellen', 'desabonner', 'desabonnement'],
  ...['desinscrire', 'desinscription', 'descadastrar', 'desuscribir', 'desinscrever', 'berhenti'],
]
/** Of four letters only swapped neighbours count: "shop" and "step" are words of their own. */
const swappedStops = new Set(['tsop', 'sotp', 'stpo'])

/** Whether a word is a mistyped opt-out; `others` are words that mean something else. */
export function isMistypedStop(word: string, others: ReadonlySet<string>): boolean {
  if (swappedStops.has(word)) return true
  if (others.has(word)) return false
  return longWords.some((stop) => isOneSlipApart(word, stop))
}

const shortestSlip = 5

/**
 * Whether a word is an opt-out with a letter left out or two swapped. Another letter makes other words: "pasta" and
 * "pagar" are no "basta" and no "parar".
 */
export function isNearStop(word: string, stops: readonly string[], others: ReadonlySet<string>): boolean {
  if (word.length < shortestSlip || others.has(word)) return false
  return stops.some((stop) => stop[0] === word[0] && isShorterOrSwapped(word, stop))
}

function isShorterOrSwapped(word: string, stop: string): boolean {
  if (!isOneSlipApart(word, stop)) return false
  if (word.length !== stop.length) return word.length < stop.length
  return [...word].sort().join('') === [...stop].sort().join('')
}

/** One letter left out, added, changed, or swapped with its neighbour. */
export function isOneSlipApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.length !== restB.length) {
    return restA.length > restB.length ? restA.slice(1) === restB : restB.slice(1) === restA
  }
  if (restA.slice(1) === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
