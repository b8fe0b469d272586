import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

type LargeSheetOptions = { strings?: Iterable<string>; filler?: number; nameBytes?: number; claims?: number }

/** A part of an archive, its content in pieces; the archive says that it unpacks to `claims` bytes, true or not. */
type Part = { name: string; content: Iterable<string>; claims?: number | undefined }

/**
 * Writes a packed workbook of one sheet from pieces of XML. `filler` adds entries to the archive's directory
 * (`nameBytes` each); `claims` is the unpacked size that the archive states.
 */
export async function writeLargeSheet(
  path: string,
  pieces: Iterable<string>,
  { strings = ['<sst/>'], filler = 0, nameBytes = 250, claims }: LargeSheetOptions = {},
): Promise<void> {
  const sheet = `<Relationship Id="s" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>`
  const shared = `<Relationship Id="t" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>`
  const parts: Part[] = [
    {
      name: '_rels/.rels',
      content: [
        `<Relationships xmlns="${packaged}"><Relationship Id="a" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="s"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [`<Relationships xmlns="${packaged}">${sheet}${shared}</Relationships>`],
    },
    { name: 'xl/worksheets/sheet1.xml', content: pieces, claims },
    { name: 'xl/sharedStrings.xml', content: strings },
  ]
  for (let size = 0, at = 0; size < filler; at++, size += nameBytes)
    parts.push({ name: `f/${at}`.padEnd(nameBytes - 46, 'x'), content: nothing })
  await writeArchive(path, parts)
}

/** Writes an OpenDocument spreadsheet of one table named List. */
export async function writeLargeOds(
  path: string,
  rows: Iterable<string>,
  { claims }: { claims?: number } = {},
): Promise<void> {
  await writeArchive(path, [
    { name: 'mimetype', content: ['application/vnd.oasis.opendocument.spreadsheet'] },
    { name: 'content.xml', content: contentOf(rows), claims },
  ])
}

function* contentOf(rows: Iterable<string>): Generator<string> {
  yield '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="List">'
  yield* rows
  yield '</table:table></office:spreadsheet></office:body></office:document-content>'
}

type Packed = { body: Buffer; crc: number; size: number }

/** The content of entries that only fill the directory: a stream for each of 40,000 would take most of a test's time. */
const nothing: readonly string[] = []
const packedNothing: Packed = { body: deflateRawSync(''), crc: 0, size: 0 }

async function pack(content: Iterable<string>): Promise<Packed> {
  const packer = createDeflateRaw({ level: 6 })
  const packed: Buffer[] = []
  packer.on('data', (chunk: Buffer) => packed.push(chunk))
  let crc = 0
  let size = 0
  for (const piece of content) {
    const bytes = Buffer.from(piece)
    crc = crc32(bytes, crc)
    size += bytes.length
    if (!packer.write(bytes)) await once(packer, 'drain')
  }
  packer.end()
  await once(packer, 'end')
  return { body: Buffer.concat(packed), crc, size }
}

async function writeArchive(path: string, parts: readonly Part[]): Promise<void> {
  const out = createWriteStream(path)
  const directory: Buffer[] = []
  let offset = 0
  const put = async (bytes: Buffer): Promise<void> => {
    offset += bytes.length
    if (!out.write(bytes)) await once(out, 'drain')
  }
  for (const { name, content, claims } of parts) {
    const { body, crc, size } = content === nothing ? packedNothing : await pack(content)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(body.length, 14)
    fields.writeUInt32LE(claims ?? size, 18)
    fields.writeUInt16LE(title.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, title]))
    await put(Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, title, body]))
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  await put(Buffer.concat([central, Buffer.from('PK\u0005\u0006'), end]))
  out.end()
  await once(out, 'close')
}

/** The XML of a sheet with rows of people, from the number of a row on. */
export function* sheetOfPeople(rows: number, cells = 3): Generator<string> {
  yield `<worksheet xmlns="${main}"><sheetData>`
  for (let row = 1; row <= rows; row++) {
    const others = Array.from(
      { length: cells - 1 },
      (_, at) => `<c t="inlineStr"><is><t>City ${at}</t></is></c>`,
    )
    yield `<row r="${row}"><c><v>${919_820_000_000 + row}</v></c>${others.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}
