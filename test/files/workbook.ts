import { crc32 } from 'node:zlib'

/** A cell: a text, a number, or a number as a program stored it. */
type Cell = string | number | { stored: string }

/** A workbook, as small as Excel accepts it: a zip of stored files. Each argument is a sheet. */
export function workbook(...tables: Cell[][][]): Buffer {
  const sheets = tables.map((rows) => sheetData(rows))
  const each = (one: (number: number) => string): string => sheets.map((_, at) => one(at + 1)).join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${packaged}">${each((number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((data, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  })
}

function sheetData(rows: Cell[][]): string {
  const cells = rows.map(
    (row, line) =>
      `<row r="${line + 1}">${row
        .map((cell, column) => {
          const at = `${String.fromCharCode(65 + column)}${line + 1}`
          if (typeof cell === 'object') return `<c r="${at}"><v>${cell.stored}</v></c>`
          return typeof cell === 'number'
            ? `<c r="${at}"><v>${cell}</v></c>`
            : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
        })
        .join('')}</row>`,
  )
  return cells.join('')
}

function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const title = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(content.length, 4)
    sizes.writeUInt32LE(content.length, 8)
    const nameLength = Buffer.from([title.length, 0, 0, 0])
    const head = Buffer.from([20, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, sizes, nameLength, title, content])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        Buffer.from([20, 0]),
        head,
        sizes,
        nameLength,
        tail,
        title,
      ]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end])
}
