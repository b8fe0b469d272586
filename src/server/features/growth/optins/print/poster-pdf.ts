import QRCode from 'qrcode'
import type { Poster } from '#contract/growth/optins.ts'
import type { Paper } from '#contract/growth/poster.ts'
import { posterFlagPath, posterFlags, posterStringPath, posterWidth } from '#contract/growth/poster-look.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Block, blockOf, type Doc, drawBlock, ink, millimetre, pdfFile, soft } from './pdf-file.ts'
import { missingLetters, type Weight } from './pdf-text.ts'

const sizes: Record<Paper, [number, number]> = { a4: [210, 297], a6: [105, 148] }

/** Widths on the sheet, as on the screen. */
const wide = 690
const narrow = 620
const stepWidth = 220
const margin = 70
const top = 172
const smallestQr = 240
const largestQr = 400

/**
 * The poster as a PDF file with the fonts in it.
 * @throws AppError `rule_broken` where its text has letters that no font of the product has.
 */
export async function posterPdf(poster: Poster, paper: Paper): Promise<Buffer> {
  const { business, heading, text, consent, without, steps } = poster
  const all = [business, heading, text, consent, without, ...steps.flatMap((one) => [one.title, one.text])]
  const missing = missingLetters(all.join(' '))
  if (missing.length > 0)
    throw new AppError(
      'rule_broken',
      t('growth.poster.noLetters', { letters: missing.slice(0, 10).join(' ') }),
    )
  const size = sizes[paper].map((side) => side * millimetre) as [number, number]
  const [width, height] = size
  return await pdfFile({ title: heading, author: business, language: poster.language, size }, (doc) => {
    const scale = width / posterWidth
    doc.scale(scale)
    draw(doc, poster, height / scale)
  })
}

function draw(doc: Doc, poster: Poster, height: number): void {
  let factor = 1
  let laid = layOut(doc, poster, factor)
  // Long texts: smaller letters, so that the code stays large enough to scan.
  while (height - laid.rest < smallestQr && factor > 0.4) {
    factor -= 0.05
    laid = layOut(doc, poster, factor)
  }
  const { by, heading, text, steps, consent, without, footer, stepsHeight } = laid
  drawFlags(doc)
  const centre = (block: Block, y: number): void => drawBlock(doc, block, { x: 0, y, centred: posterWidth })
  let y = top
  centre(by, y)
  y += by.height + 8
  centre(heading, y)
  y += heading.height
  if (text.lines.length > 0) {
    centre(text, y + 16)
    y += text.height + 16
  }
  const room = height - laid.rest
  const side = Math.min(room, largestQr)
  drawQr(doc, poster.address, { x: (posterWidth - side) / 2, y: y + 14 + (room - side) / 2, side })
  y += 14 + room + 14
  const left = (posterWidth - 3 * stepWidth) / 2
  doc
    .lineWidth(2)
    .strokeColor(ink)
    .moveTo(left, y)
    .lineTo(left + 3 * stepWidth, y)
    .stroke()
  steps.forEach(([title, does], at) => {
    const x = left + at * stepWidth
    if (at > 0)
      doc
        .lineWidth(1)
        .strokeColor('#d6d9df')
        .moveTo(x, y + 2)
        .lineTo(x, y + stepsHeight)
        .stroke()
    const inner = at === 0 ? x : x + 12
    drawBlock(doc, title, { x: inner, y: y + 16 })
    drawBlock(doc, does, { x: inner, y: y + 16 + title.height })
  })
  centre(consent, height - footer + 12)
  centre(without, height - footer + 12 + consent.height + 4)
}

function layOut(doc: Doc, { business, heading, text, consent, without, steps }: Poster, factor: number) {
  const isTall = /\p{Script=Devanagari}/u.test(heading)
  const block = (
    what: string,
    width: number,
    [size, line, weight, colour]: [number, number, Weight, string],
  ) => blockOf(doc, what, width, { size: size * factor, line: line * factor, weight, colour })
  const large = heading.length > 36 ? 46 : 74
  const found = {
    by: block(business, wide, [24, 32, 700, ink]),
    heading: block(heading, wide, [large, isTall ? large * 1.3 : large * 1.06, 700, ink]),
    text: block(text, narrow, text.length > 120 ? [18, 26, 400, soft] : [25, 36, 400, soft]),
    steps: steps.map(
      ({ title, text: does }, at) =>
        [
          block(`${at + 1}. ${title}`, stepWidth - 24, [17, 24, 700, ink]),
          block(does, stepWidth - 24, [17, 24, 400, ink]),
        ] as const,
    ),
    consent: block(consent, posterWidth - 2 * margin, [13, 18, 400, soft]),
    without: block(without, posterWidth - 2 * margin, [13, 18, 400, soft]),
  }
  const stepsHeight = 16 + Math.max(...found.steps.map(([title, does]) => title.height + does.height))
  const footer = 12 + found.consent.height + 4 + found.without.height + 30
  const above = top + found.by.height + 8 + found.heading.height + (text === '' ? 0 : found.text.height + 16)
  /** All but the code: with its margins. */
  return { ...found, stepsHeight, footer, rest: above + 14 + 14 + stepsHeight + footer }
}

function drawFlags(doc: Doc): void {
  doc.lineWidth(2.5).path(posterStringPath).stroke(ink)
  for (const { colour, x, y, turn } of posterFlags)
    doc.save().translate(x, y).rotate(turn).path(posterFlagPath).fill(colour).restore()
}

/** With a quiet zone of four modules: readers need it. A quarter of the code may be scratched. */
function drawQr(doc: Doc, address: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'Q' })
  const module = side / (modules.size + 8)
  for (let row = 0; row < modules.size; row += 1)
    for (let from = 0; from < modules.size; from += 1) {
      let to = from
      while (to < modules.size && modules.get(row, to)) to += 1
      if (to > from) doc.rect(x + (from + 4) * module, y + (row + 4) * module, (to - from) * module, module)
      from = to
    }
  doc.fill(ink)
}
