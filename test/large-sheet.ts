import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

type LargeSheetOptions = { strings?: Iterable<string>; filler?: number; nameBytes?: number; claims?: number }

/**
 * Writes a workbook of one sheet whose XML comes in pieces, packed, so that a small file can unpack to anything. With
 * `filler`, that many bytes of entries stand in the directory behind the sheet's; `nameBytes` each takes there. With
 * `claims`, the archive says that the sheet unpacks to so many bytes.
 */
export async function writeLargeSheet(
  path: string,
  pieces: Iterable<string>,
  { strings = ['<sst/>'], filler = 0, nameBytes = 250, claims }: LargeSheetOptions = {},
): Promise<void> {
  const out = createWriteStream(path)
  const directory: Buffer[] = []
  let offset = 0
  const put = async (bytes: Buffer): Promise<void> => {
    offset += bytes.length
    if (!out.write(bytes)) await once(out, 'drain')
  }
  const entry = async (name: string, content: Iterable<string>, claimed?: number): Promise<void> => {
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
    const body = Buffer.concat(packed)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(body.length, 14)
    fields.writeUInt32LE(claimed ?? size, 18)
    fields.writeUInt16LE(title.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, title]))
    await put(Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, title, body]))
  }
  await entry('_rels/.rels', [
    `<Relationships xmlns="${packaged}"><Relationship Id="a" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ])
  await entry('xl/workbook.xml', [
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="s"/></sheets></workbook>`,
  ])
  await entry('xl/_rels/workbook.xml.rels', [
    `<Relationships xmlns="${packaged}"><Relationship Id="s" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  ])
  await entry('xl/worksheets/sheet1.xml', pieces, claims)
  await entry('xl/sharedStrings.xml', strings)
  for (let size = 0, at = 0; size < filler; at++, size += nameBytes)
    await entry(`f/${at}`.padEnd(nameBytes - 46, 'x'), [])
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
