import { AppError } from '../errors.ts'

export const unstorableTextSentence =
  'The text contains a character that cannot be kept (a NUL, or half of an emoji). Remove it and try again.'

/**
 * Refuses text that PostgreSQL cannot hold and providers garble: NUL characters and lone surrogates, in the values and
 * the names of fields at any depth.
 * @throws AppError `invalid_input`, naming the first field at fault.
 */
export function refuseUnstorableText(value: unknown): void {
  // A stack of its own: however deep the body is, ours does not run out.
  const open: { value: unknown; path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (isUnstorable(value)) throw unstorable(path)
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        open.push({ value: value[index], path: within(path, index) })
      }
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, child] of Object.entries(value)) {
        if (isUnstorable(name)) throw unstorable(path)
        open.push({ value: child, path: within(path, name) })
      }
    }
  }
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()
const within = (path: string, name: string | number): string => (path ? `${path}.${name}` : String(name))

function unstorable(path: string): AppError {
  return new AppError('invalid_input', unstorableTextSentence, {
    ...(path && { fields: { [path]: unstorableTextSentence } }),
  })
}
