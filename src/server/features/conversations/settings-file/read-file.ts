import {
  type FilePart,
  fileFormat,
  fileVersion,
  SettingsFile,
} from '#contract/conversations/settings-file.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws AppError `invalid_input` with the place of the first fault */
export function readFile(file: unknown): SettingsFile {
  const { format, version } = (file ?? {}) as { format?: unknown; version?: unknown }
  if (format !== fileFormat) throw refusal(t('conversations.file.notOurs'))
  if (typeof version === 'number' && version > fileVersion) throw refusal(t('conversations.file.newer'))
  const read = SettingsFile.safeParse(file)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    const [part, nr, ...within] = path
    const place = { part: String(part), problem: message }
    if (typeof nr !== 'number') throw refusal(t('conversations.file.part', place))
    const entry = { ...place, nr: String(nr + 1) }
    throw refusal(
      within.length > 0
        ? t('conversations.file.entryField', { ...entry, field: within.join('.') })
        : t('conversations.file.entry', entry),
    )
  }
  const parts: [FilePart, string[]][] = [
    ['quick_replies', read.data.quick_replies.map(({ shortcut }) => shortcut)],
    ['labels', read.data.labels.map(({ name }) => name)],
    ['fields', read.data.fields.map(({ name }) => name)],
    ['office_hours', read.data.office_hours.map(({ phone_number }) => digitsOf(phone_number))],
    ['views', read.data.views.map(({ name }) => name)],
  ]
  for (const [part, names] of parts) {
    const seen = new Set<string>()
    for (const name of names) {
      if (seen.has(name.toLowerCase())) throw refusal(t('conversations.file.twice', { part, name }))
      seen.add(name.toLowerCase())
    }
  }
  return read.data
}

/** Numbers are written in many ways. */
export const digitsOf = (number: string): string => number.replace(/\D/g, '')

function refusal(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { file: sentence } })
}
