import { createReadStream } from 'node:fs'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { Encoding } from '#contract/leads/imports.ts'
import { likenessOf } from './letters.ts'

/** `isSure`: no other encoding comes near. */
export type FoundEncoding = { encoding: Encoding; isSure: boolean }

/** Bytes beyond ASCII that are looked at, with what is around them. */
const judgedBytes = 40_000
/** What the detector's own confidence, up to 100, adds to the letters' likeness. */
const detectorWeight = 0.25
/** A likeness below this is a guess, and so is a lead over the next that is smaller than `clearLead`. */
const enoughLikeness = 0.55
const clearLead = 0.04
/** Different bytes beyond ASCII; of fewer, only what most files are is believed. */
const fewestBytes = 5
/** So few bytes that are not all letters of one language are damage to a UTF-8 file, and no other encoding. */
const fewBytesLikeness = 0.8

const singleByte: readonly Encoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'macintosh',
  'koi8-r',
]
const manyByte: readonly Encoding[] = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']

/** How the detector names what we know under another name. */
const alike: Record<string, Encoding> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
}

/** The encoding of a text that is no Unicode: what a detector says of its bytes, weighed by the letters they become. */
export async function legacyEncodingOf(path: string): Promise<FoundEncoding> {
  const sample = await linesBeyondAscii(path)
  const confidence = new Map<Encoding, number>()
  for (const { name, confidence: sure } of analyse(sample)) {
    const encoding = Encoding.safeParse(alike[name] ?? name.toLowerCase()).data
    if (encoding) confidence.set(encoding, Math.max(sure, confidence.get(encoding) ?? 0))
  }
  const scored = [...singleByte, ...manyByte].map((encoding) => {
    const text = iconv.decode(sample, encoding)
    const likeness =
      likenessOf(text, encoding) * (manyByte.includes(encoding) ? commonShare(sample, encoding) : 1)
    return { encoding, likeness, score: likeness + ((confidence.get(encoding) ?? 0) / 100) * detectorWeight }
  })
  scored.sort((one, other) => other.score - one.score)
  const [best, next] = scored
  const isFew = new Set(sample.filter((byte) => byte >= 128)).size < fewestBytes
  if (isFew && (!best || wordLikeness(sample, best.encoding) < fewBytesLikeness))
    return { encoding: 'utf-8', isSure: false }
  if (!best || best.likeness === 0) return { encoding: 'windows-1252', isSure: false }
  const isAhead =
    best.score - (next?.score ?? 0) >= clearLead || sameText(sample, best.encoding, next?.encoding)
  const isKnown = best.encoding === 'windows-1252' || !isFew
  const isSure = best.likeness >= enoughLikeness && isAhead && isKnown
  return { encoding: best.encoding, isSure }
}

/** The likeness of the words beyond ASCII alone; the file's other words say nothing of an encoding. */
function wordLikeness(sample: Buffer, encoding: Encoding): number {
  const words = iconv.decode(sample, encoding).match(/[^\s,;|"]*[^\s,;|"\0-\x7f][^\s,;|"]*/gu)
  return words ? likenessOf(words.join(' '), encoding) : 0
}

function sameText(sample: Buffer, one: Encoding, other: Encoding | undefined): boolean {
  return other !== undefined && iconv.decode(sample, one) === iconv.decode(sample, other)
}

/** Lines of the file that have bytes beyond ASCII. */
async function linesBeyondAscii(path: string): Promise<Buffer> {
  const found: Buffer[] = []
  let size = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13))
    const whole = end < 0 ? bytes : bytes.subarray(0, end + 1)
    rest = Buffer.from(bytes.subarray(whole.length))
    for (const line of linesOf(whole)) {
      if (line.every((byte) => byte < 128)) continue
      found.push(line)
      size += line.length
    }
    if (size >= judgedBytes) return Buffer.concat(found)
  }
  if (rest.some((byte) => byte >= 128)) found.push(rest)
  return Buffer.concat(found)
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 10 || bytes[at] === 13) {
      lines.push(bytes.subarray(from, at + 1))
      from = at + 1
    }
  }
  if (from < bytes.length) lines.push(bytes.subarray(from))
  return lines
}

/** Where an encoding keeps the signs that are used most, by the first byte of a pair; GB2312's second is always high. */
const common: Partial<Record<Encoding, (first: number, second: number) => boolean>> = {
  gb18030: (first, second) => first >= 0xb0 && first <= 0xd7 && second >= 0xa1,
  big5: (first) => first >= 0xa4 && first <= 0xc6,
  shift_jis: (first) => first === 0x82 || first === 0x83 || (first >= 0x88 && first <= 0x97),
  'euc-jp': (first, second) =>
    (first === 0xa4 || first === 0xa5 || (first >= 0xb0 && first <= 0xcf)) && second >= 0xa1,
  'euc-kr': (first, second) => first >= 0xb0 && first <= 0xc8 && second >= 0xa1,
}

/** The share of pairs of bytes that are common signs: any two bytes are some sign in these encodings. */
function commonShare(sample: Buffer, encoding: Encoding): number {
  let pairs = 0
  let known = 0
  for (let at = 0; at < sample.length; at++) {
    const first = sample[at] ?? 0
    if (first < 0x81) continue
    pairs++
    if (common[encoding]?.(first, sample[at + 1] ?? 0)) known++
    at++
  }
  return pairs === 0 ? 0 : known / pairs
}
