import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

/** What the archive keeps of a message: its address, and what was said to this person alone. The rest stays in its row. */
export type ArchivedPerson = {
  id: number
  recipient_phone: string
  variables: string[]
  wamid: string | null
  error_details: string | null
}

const fields = ['id', 'recipient_phone', 'variables', 'wamid', 'error_details'] as const

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** As JSON lines without names, which would be in every line. Their order may never change. */
export async function packPeople(people: readonly ArchivedPerson[]): Promise<Buffer> {
  return await deflate(people.map((one) => JSON.stringify(fields.map((field) => one[field]))).join('\n'))
}

/** @param has a part that a line must have to be read: reading all of them takes most of the time. */
export async function unpackPeople(packed: Buffer, has?: readonly string[]): Promise<ArchivedPerson[]> {
  const lines = (await inflate(packed)).toString('utf8').split('\n')
  return lines
    .filter((line) => !has || has.some((part) => line.includes(part)))
    .map(
      (line) =>
        Object.fromEntries(
          (JSON.parse(line) as unknown[]).map((value, at) => [fields[at], value]),
        ) as ArchivedPerson,
    )
}
