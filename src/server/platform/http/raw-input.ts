import { t } from '#server/messages/t.ts'
import { AppError } from '../errors.ts'

/** Deeper than anything that is meant; schemas and JSON writers run out of stack at a few thousand. */
const deepest = 64

/**
 * Checks the input before its schema: refuses NUL characters and lone surrogates, which PostgreSQL cannot
 * store, in values and field names, and values nested too deeply.
 * @throws AppError `invalid_input`, naming a field at fault.
 */
export function checkRawInput(value: unknown): void {
  // A list instead of recursion: however deep the input is, our own stack does not run out.
  const open = [{ value, path: '', depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next
    if (typeof value === 'string' && isUnstorable(value)) throw refusal(t('app.input.unstorable'), path)
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    if (depth === deepest) throw refusal(t('app.input.tooDeep', { count: deepest }))
    for (const [name, child] of Object.entries(value)) {
      if (isUnstorable(name)) throw refusal(t('app.input.unstorable'), path)
      open.push({ value: child, path: path ? `${path}.${name}` : name, depth: depth + 1 })
    }
  }
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

function refusal(sentence: string, path = ''): AppError {
  return new AppError('invalid_input', sentence, path ? { fields: { [path]: sentence } } : {})
}
