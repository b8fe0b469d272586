import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ImportCounts, ImportSettings } from '#contract/leads/imports.ts'
import { type Lead, type LeadInput, leads, ManualLead } from '#contract/leads.ts'
import { t as shared } from '#contract/messages/t.ts'
import { Country } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { leadsOf, readLeads } from '../records/lead-rows.ts'
import { readAnalysis } from './file/stored-analysis.ts'
import { dropFile, onlyCsv, receiveUpload } from './import-files.ts'
import { type Caller, findRow, getImport, insertImport, startImport } from './imports.ts'
import { runImport } from './run-import.ts'
import { addLeads } from './write/add.ts'

type Uploaded = ImportCounts & { import_id: number | null; message: string; leads?: Lead[] }

/** Takes a file with a tag, or leads as JSON. */
export async function uploadLeads(app: App, caller: Caller, request: FastifyRequest): Promise<Uploaded> {
  return request.isMultipart()
    ? await uploadFile(app, caller, request)
    : await uploadJson(app, caller, request.body)
}

const longestTag = 60
const FileFields = z.object({
  tag: z
    .string({ error: () => shared('leads.csvTagRequired') })
    .trim()
    .min(1, { error: () => shared('leads.csvTagRequired') })
    .max(longestTag, { error: () => shared('leads.tagTooLong', { limit: longestTag }) }),
  country: Country.optional(),
  consent: z.enum(['opted_in', 'none']).default('none'),
  consent_source: z.string().trim().max(500).optional(),
})

/** A whole import in one request: the columns are detected, and the answer comes when it is done. */
async function uploadFile(app: App, caller: Caller, request: FastifyRequest): Promise<Uploaded> {
  const { file, fields } = await receiveUpload(app, request, onlyCsv)
  let id: number
  try {
    const { tag, consent, consent_source, country } = readFields(fields)
    // Choices on the screen for an earlier file do not apply to a program's call.
    id = await insertImport(app, caller, file, country ?? (await getBusiness(app, caller.businessId)).country)
    const row = await findRow(app, caller.businessId, id)
    const settings = ImportSettings.parse(row.settings)
    // There is no preview in which a person would see wrong characters.
    if (!readAnalysis(row.analysis).is_encoding_sure) {
      throw new AppError('rule_broken', t('leads.imports.encodingUnsure'))
    }
    await startImport(
      app,
      caller.businessId,
      id,
      { settings, tag, consent: { state: consent, source: consent_source } },
      { inJob: false },
    )
  } catch (error) {
    await dropFile(app, file.storedAs)
    throw error
  }
  await runImport(app, caller.businessId, id)
  const done = await getImport(app, caller.businessId, id)
  if (done.status !== 'done') throw new AppError('rule_broken', done.error ?? t('leads.imports.cancelled'))
  return { ...done.counts, import_id: id, message: t('leads.uploaded') }
}

function readFields(fields: Record<string, string>): z.output<typeof FileFields> {
  const read = FileFields.safeParse(fields)
  if (!read.success) throw invalid(read.error)
  if (read.data.consent === 'opted_in' && !read.data.consent_source) {
    const sentence = shared('leads.consentHowRequired')
    throw new AppError('invalid_input', sentence, { fields: { consent_source: sentence } })
  }
  return read.data
}

async function uploadJson(app: App, caller: Caller, body: unknown): Promise<Uploaded> {
  const read = leads.upload.body.safeParse(body)
  if (!read.success) throw invalid(read.error)
  const people = read.data.leads
  if (people.length === 0) throw new AppError('invalid_input', t('leads.requestEmpty'))
  requireManualFields(people)
  const { country } = await getBusiness(app, caller.businessId)
  const { ids, problems, ...counts } = await addLeads(app, caller.businessId, people, {
    country,
    source: 'manual',
    userId: caller.userId,
  })
  const [at, problem] = [...problems][0] ?? []
  if (problem && problems.size === people.length) {
    const fields = Object.fromEntries([...problems].map(([row, why]) => [`leads.${row}.phone`, why]))
    const sentence = people[at ?? 0]?.phone === '' ? shared('leads.namePhoneRequired') : problem
    throw new AppError('rule_broken', sentence, { fields })
  }
  const newestIds = ids.slice(0, 100)
  const added = await readLeads(
    caller.businessId,
    leadsOf(app.db, caller.businessId).where('leads.id', 'in', newestIds).orderBy('leads.id'),
  )
  return {
    ...counts,
    import_id: null,
    leads: added,
    message: t('leads.added', { count: people.length }),
  }
}

/** A lead is a manual entry unless it names another source. @throws AppError with the form's sentences. */
function requireManualFields(people: readonly LeadInput[]): void {
  const fields: Record<string, string> = {}
  for (const [at, { name, phone, tag, tags, source }] of people.entries()) {
    if (source && source !== 'manual') continue
    const entry = ManualLead.safeParse({ name, phone, tag: tag || tags?.at(-1) || '' })
    for (const issue of entry.error?.issues ?? [])
      fields[`leads.${at}.${issue.path.join('.')}`] ??= issue.message
  }
  const [sentence] = Object.values(fields)
  if (sentence) throw new AppError('invalid_input', sentence, { fields })
}

function invalid(error: z.ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  return new AppError('invalid_input', error.issues[0]?.message ?? t('app.input.invalid'), { fields })
}
