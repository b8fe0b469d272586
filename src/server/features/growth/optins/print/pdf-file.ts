import type PDFDocument from 'pdfkit'
import { facesOf, linesOf, runsOf, type Weight } from './pdf-text.ts'

export type Doc = InstanceType<typeof PDFDocument>

export const millimetre = 72 / 25.4

export const ink = '#171e2c'
export const soft = '#4b5362'

/** Sizes are in the units of the page. */
export type Style = { size: number; line: number; weight: Weight; colour: string }
export type Block = { lines: string[]; style: Style; height: number }

/**
 * A PDF file with the fonts in it.
 * @param size its width and height, in points.
 */
export async function pdfFile(
  about: { title: string; author: string; language: string; size: [number, number] },
  draw: (doc: Doc) => void,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: about.size,
    margin: 0,
    info: { Title: about.title, Author: about.author },
    lang: about.language,
  })
  for (const { name, bytes } of [...facesOf(400), ...facesOf(700)]) doc.registerFont(name, bytes)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  draw(doc)
  doc.end()
  await done
  return Buffer.concat(parts)
}

const widthOf = (doc: Doc, { size, weight }: Style, text: string): number =>
  runsOf(text, weight).reduce(
    (sum, { text: run, face }) => sum + doc.font(face.name).fontSize(size).widthOfString(run),
    0,
  )

/** A text in lines that are at most so wide. */
export function blockOf(doc: Doc, text: string, width: number, style: Style): Block {
  const lines = linesOf(text, width, (one) => widthOf(doc, style, one))
  return { lines, style, height: lines.length * style.line }
}

/** @param at of its left and upper edge; `centred`: in the middle of this width. */
export function drawBlock(
  doc: Doc,
  { lines, style }: Pick<Block, 'lines' | 'style'>,
  at: { x: number; y: number; centred?: number },
): void {
  lines.forEach((line, nr) => {
    const spare = at.centred === undefined ? 0 : (at.centred - widthOf(doc, style, line)) / 2
    // The letters' own middle, a third above the baseline, is in the middle of the line.
    const y = at.y + nr * style.line + style.line / 2 + style.size * 0.34
    let x = at.x + spare
    for (const { text, face } of runsOf(line, style.weight)) {
      doc.font(face.name).fontSize(style.size).fillColor(style.colour)
      doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
      x += doc.widthOfString(text)
    }
  })
}
