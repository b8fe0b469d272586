import { isDeepStrictEqual } from 'node:util'
import type { FilePart, SettingsFile, SettingsImport } from '#contract/conversations/settings-file.ts'
import type { App } from '#server/app.ts'
import { addField, changeField, listFields } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { listQuickReplies, saveQuickReply } from '../act/quick-replies.ts'
import { getChatSettings, saveChatSettings } from '../act/settings.ts'
import { readOfficeHours, saveOfficeHours } from '../office-hours/office-hours.ts'
import { addLabel, changeLabel, listLabels } from '../order/labels.ts'
import { addView, changeView, listViews } from '../order/views.ts'
import { fromPortable, numberOf, readNames, withCampaigns } from './names.ts'
import { readFile } from './read-file.ts'

type Caller = { businessId: number; userId: number }

/** Ends the transaction of a check without writing. */
class Checked extends Error {
  readonly result: SettingsImport
  constructor(result: SettingsImport) {
    super('a check writes nothing')
    this.result = result
  }
}

/** What an import would do; found out by doing it and taking it back. @throws AppError as `importSettings` */
export async function checkSettings(app: App, caller: Caller, file: unknown): Promise<SettingsImport> {
  const read = readFile(file)
  try {
    return await app.transaction(async (tx) => {
      throw new Checked(await applyFile(tx, caller, read))
    })
  } catch (error) {
    if (error instanceof Checked) return error.result
    throw error
  }
}

/**
 * Takes the settings of a file over. What has the same name becomes as in the file; nothing is deleted.
 * @throws AppError `invalid_input` for a file that cannot be read, `rule_broken` where there would be too much
 */
export async function importSettings(app: App, caller: Caller, file: unknown): Promise<SettingsImport> {
  const read = readFile(file)
  return await app.transaction((tx) => applyFile(tx, caller, read))
}

type Outcome = 'added' | 'changed' | 'same' | { leftOut: string }

async function applyFile(tx: App, caller: Caller, file: SettingsFile): Promise<SettingsImport> {
  const result: SettingsImport = { parts: [], left_out: [] }
  const take = async <T>(
    part: FilePart,
    entries: readonly T[],
    nameOf: (entry: T) => string,
    apply: (entry: T) => Promise<Outcome>,
  ): Promise<void> => {
    const counts = { part, added: 0, changed: 0, same: 0 }
    for (const entry of entries) {
      const outcome = await apply(entry)
      if (typeof outcome === 'string') counts[outcome]++
      else result.left_out.push({ part, name: nameOf(entry), why: outcome.leftOut })
    }
    if (entries.length > 0) result.parts.push(counts)
  }
  const byName = ({ name }: { name: string }): string => name
  const names = await withCampaigns(tx, caller.businessId, await readNames(tx, caller.businessId), {
    called: file.views.flatMap(({ filter }) => filter.campaign ?? []),
  })
  await take('settings', file.settings ? [file.settings] : [], () => '', settingsOf(tx, caller))
  await take('labels', file.labels, byName, await labelsOf(tx, caller))
  await take('fields', file.fields, byName, await fieldsOf(tx, caller))
  await take(
    'quick_replies',
    file.quick_replies,
    ({ shortcut }) => `/${shortcut}`,
    await repliesOf(tx, caller),
  )
  await take(
    'office_hours',
    file.office_hours,
    ({ phone_number }) => phone_number,
    async ({ phone_number, hours }) => {
      const id = numberOf(phone_number, names)
      if (!id) return { leftOut: t('conversations.file.noNumber', { number: phone_number }) }
      const before = await readOfficeHours(tx.db, caller.businessId, id)
      if (isDeepStrictEqual(before, hours)) return 'same'
      await saveOfficeHours(tx, caller.businessId, id, hours)
      return before ? 'changed' : 'added'
    },
  )
  const views = (await listViews(tx, caller)).filter(({ shared }) => shared)
  await take('views', file.views, byName, async ({ name, filter: portable }) => {
    const filter = fromPortable(portable, names)
    if (typeof filter === 'string') return { leftOut: filter }
    const before = views.find((view) => view.name.toLowerCase() === name.toLowerCase())
    if (before && before.name === name && isDeepStrictEqual(before.filter, filter)) return 'same'
    if (before) await changeView(tx, caller, before.id, { name, filter })
    else await addView(tx, caller, { name, shared: true, filter })
    return before ? 'changed' : 'added'
  })
  return result
}

const settingsOf =
  (tx: App, { businessId }: Caller) =>
  async (wanted: NonNullable<SettingsFile['settings']>): Promise<Outcome> => {
    const before = await getChatSettings(tx, businessId)
    if (isDeepStrictEqual({ ...before, ...wanted }, before)) return 'same'
    await saveChatSettings(tx, businessId, wanted)
    return 'changed'
  }

async function labelsOf(tx: App, { businessId }: Caller) {
  const labels = await listLabels(tx, businessId)
  return async ({ name, colour }: SettingsFile['labels'][number]): Promise<Outcome> => {
    const before = labels.find((label) => label.name.toLowerCase() === name.toLowerCase())
    if (!before) {
      await addLabel(tx, businessId, { name, colour })
      return 'added'
    }
    if (before.name === name && before.colour === colour) return 'same'
    await changeLabel(tx, businessId, { name: before.name, new_name: name, colour, merge: false })
    return 'changed'
  }
}

async function fieldsOf(tx: App, { businessId }: Caller) {
  const fields = await listFields(tx.db, businessId)
  return async ({ name, kind, choices }: SettingsFile['fields'][number]): Promise<Outcome> => {
    const before = fields.find((field) => field.name.toLowerCase() === name.toLowerCase())
    if (before && before.kind !== kind) return { leftOut: t('conversations.file.otherKind') }
    if (before && isDeepStrictEqual(before.choices, choices)) return 'same'
    try {
      if (before) await changeField(tx, businessId, before.id, { choices })
      else await addField(tx, businessId, { name, kind, choices })
    } catch (error) {
      // A name that every lead has already.
      if (error instanceof AppError && error.code === 'conflict') return { leftOut: error.message }
      throw error
    }
    return before ? 'changed' : 'added'
  }
}

async function repliesOf(tx: App, { businessId }: Caller) {
  const replies = await listQuickReplies(tx, businessId)
  return async ({ shortcut, text }: SettingsFile['quick_replies'][number]): Promise<Outcome> => {
    const before = replies.find((reply) => reply.shortcut.toLowerCase() === shortcut.toLowerCase())
    if (before && before.shortcut === shortcut && before.text === text) return 'same'
    await saveQuickReply(tx, businessId, { shortcut, text, replace: true })
    return before ? 'changed' : 'added'
  }
}
