import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ImportAnalysis, type ImportCounts, ImportSettings } from '#contract/leads/imports.ts'
import { type Lead, type LeadInput, leads, ManualLead } from '#contract/leads.ts'
import { Country } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { AppError } from '#server/platform/errors.ts'
import { leadsOf, readLeads } from '../records/lead-rows.ts'
import { dropFile, onlyCsv, receiveUpload } from './import-files.ts'
import { type Caller, findRow, getImport, insertImport, startImport } from './imports.ts'
import { runImport } from './run-import.ts'
import { addLeads } from './write/add.ts'

type Uploaded = ImportCounts & { import_id: number | null; message: string; leads?: Lead[] }

/** The specification's one call for both: a file with a tag, or leads as JSON. */
export async function uploadLeads(app: App, caller: Caller, request: FastifyRequest): Promise<Uploaded> {
  return request.isMultipart()
    ? await uploadFile(app, caller, request)
    : await uploadJson(app, caller, request.body)
}

const FileFields = z.object({
  tag: z
    .string({ error: 'Please enter a tag/category for the CSV leads' })
    .trim()
    .min(1, 'Please enter a tag/category for the CSV leads')
    .max(60, 'A tag has at most 60 characters.'),
  country: Country.optional(),
  consent: z.enum(['opted_in', 'none']).default('none'),
  consent_source: z.string().trim().max(500).optional(),
})

/** A whole import in one go: everything is recognised by itself, and the answer comes when it is done. */
async function uploadFile(app: App, caller: Caller, request: FastifyRequest): Promise<Uploaded> {
  const { file, fields } = await receiveUpload(app, request, onlyCsv)
  let id: number
  try {
    const { tag, consent, consent_source, country } = readFields(fields)
    // What was chosen on the screen for an earlier file does not reach a program's call.
    id = await insertImport(app, caller, file, country ?? (await getBusiness(app, caller.businessId)).country)
    const row = await findRow(app, caller.businessId, id)
    const settings = ImportSettings.parse(row.settings)
    // Nobody looks at the names before they are written here.
    if (!ImportAnalysis.parse(row.analysis).is_encoding_sure) {
      throw new AppError(
        'rule_broken',
        'The encoding of this file is not certain. Save it as UTF-8 or use the import screen.',
      )
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
  if (done.status !== 'done') throw new AppError('rule_broken', done.error ?? 'The import was cancelled.')
  return { ...done.counts, import_id: id, message: 'CSV leads uploaded successfully' }
}

function readFields(fields: Record<string, string>): z.output<typeof FileFields> {
  const read = FileFields.safeParse(fields)
  if (!read.success) throw invalid(read.error)
  if (read.data.consent === 'opted_in' && !read.data.consent_source) {
    const sentence = 'Say how these people agreed to hear from you.'
    throw new AppError('invalid_input', sentence, { fields: { consent_source: sentence } })
  }
  return read.data
}

async function uploadJson(app: App, caller: Caller, body: unknown): Promise<Uploaded> {
  const read = leads.upload.body.safeParse(body)
  if (!read.success) throw invalid(read.error)
  const people = read.data.leads
  if (people.length === 0) throw new AppError('invalid_input', 'There are no leads in this request.')
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
    const sentence = people[at ?? 0]?.phone === '' ? 'Name and phone are required' : problem
    throw new AppError('rule_broken', sentence, { fields })
  }
  const newestIds = ids.slice(0, 100)
  const added = await readLeads(
    leadsOf(app.db, caller.businessId).where('leads.id', 'in', newestIds).orderBy('leads.id'),
  )
  return {
    ...counts,
    import_id: null,
    leads: added,
    message: people.length === 1 ? 'Lead added successfully' : 'Leads added successfully',
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
  return new AppError('invalid_input', error.issues[0]?.message ?? 'The request is not valid.', { fields })
}
