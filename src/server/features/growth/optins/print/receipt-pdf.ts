import type { OptinReceipt } from '#contract/growth/optin-proofs.ts'
import { receiptLines, receiptTitle } from '#contract/growth/receipt-lines.ts'
import { currentLocale } from '#contract/messages/language.ts'
import { t as shared } from '#contract/messages/t.ts'
import { t } from '#server/messages/t.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import {
  type Block,
  blockOf,
  type Doc,
  drawBlock,
  ink,
  millimetre,
  pdfFile,
  type Style,
  soft,
} from './pdf-file.ts'
import { missingLetters } from './pdf-text.ts'

const size: [number, number] = [210 * millimetre, 297 * millimetre]
const margin = 20 * millimetre
const nameWidth = 130
const gap = 14
const width = size[0] - 2 * margin
const bottom = size[1] - margin

const heading: Style = { size: 20, line: 28, weight: 700, colour: ink }
const part: Style = { size: 12, line: 18, weight: 700, colour: ink }
const text: Style = { size: 10, line: 15, weight: 400, colour: ink }
const name: Style = { ...text, colour: soft }

/**
 * A receipt as a PDF file with the fonts in it, in the reader's language. A letter that no font of the product has
 * stands as a dot, and the file says where all are.
 */
export async function receiptPdf(receipt: OptinReceipt, zone: string): Promise<Buffer> {
  const title = receiptTitle(receipt)
  const about = { title, author: receipt.business, language: currentLocale(), size }
  return await pdfFile(about, (doc) => draw(doc, receipt, { title, zone }))
}

function draw(doc: Doc, receipt: OptinReceipt, { title, zone }: { title: string; zone: string }): void {
  let [y, page] = [margin, 0]
  const unknown = new Set<string>()
  const shown = (words: string): string => {
    let said = words
    for (const letter of missingLetters(words)) {
      unknown.add(letter)
      said = said.replaceAll(letter, '•')
    }
    return said
  }
  const room = (height: number): void => {
    if (y + height <= bottom) return
    doc.addPage()
    y = margin
    page += 1
  }
  /** Line by line, as a long text may need several pages. */
  const put = ({ lines, style }: Block, x = margin): void => {
    for (const line of lines) {
      room(style.line)
      drawBlock(doc, { lines: [line], style }, { x, y })
      y += style.line
    }
  }
  const say = (words: string, style: Style): void => put(blockOf(doc, shown(words), width, style))
  say(title, heading)
  y += gap
  for (const line of receiptLines(receipt, clockIn(zone).moment(new Date(receipt.at)))) {
    const label = blockOf(doc, shown(line.name), nameWidth - gap, name)
    const value = blockOf(doc, shown(line.value), width - nameWidth, text)
    room(Math.max(label.height, text.line))
    drawBlock(doc, label, { x: margin, y })
    const [from, fromPage] = [y, page]
    put(value, margin + nameWidth)
    y = (page === fromPage ? Math.max(y, from + label.height) : y) + 4
  }
  const { hash } = receipt
  if (hash ?? receipt.form_id !== null) {
    y += gap
    say(shared('receipt.shown'), part)
    if (hash) {
      for (const line of hash.of.split('\n')) say(line, text)
      y += gap
      say(shared('receipt.hash'), part)
      say(hash.hex, text)
      say(shared('receipt.hashOf'), name)
    } else say(`${shared('receipt.textNotKnown')} ${shared('receipt.textNotKnownWhy')}`, text)
  }
  if (unknown.size > 0) {
    y += gap
    say(t('growth.receipt.dots'), name)
  }
}
