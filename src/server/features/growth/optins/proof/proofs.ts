import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import { FormContent } from '#contract/growth/optin-form.ts'
import type { OptinProof } from '#contract/growth/optin-proofs.ts'
import type { optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { labelsOf, wordingOf } from '../form/wording.ts'

type Row = Omit<OptinProof, 'record' | 'by' | 'wording' | 'at' | 'wording_sha256'> & {
  at: Date
  wording_sha256: Buffer | null
  content: unknown
}

const proofsWhere = (businessId: number, where: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select p.id, p.form_id, f.name as form, p.version, p.language, p.way, p.outcome, p.lead_id, p.address, p.at,
    p.wording_sha256, p.answers, p.network, p.user_agent, p.site, p.wamid, v.content
  from optin_proofs p
  left join optin_forms f on f.business_id = p.business_id and f.id = p.form_id
  left join optin_form_versions v on v.business_id = p.business_id and v.form_id = p.form_id and v.version = p.version
  where p.business_id = ${businessId} and ${where}
  order by p.id desc`

/** The newest first. Another business's form or lead has none. */
export async function listProofs(
  app: App,
  businessId: number,
  { id, form_id, lead_id, cursor, limit }: QueryOf<typeof optins.proofs>,
): Promise<{ proofs: OptinProof[]; next_cursor: string | null }> {
  const where = sql`(${form_id ?? null}::bigint is null or p.form_id = ${form_id ?? null}::bigint)
    and (${id ?? null}::bigint is null or p.id = ${id ?? null}::bigint)
    and (${lead_id ?? null}::bigint is null or p.lead_id = ${lead_id ?? null}::bigint)
    and (${cursor ?? null}::bigint is null or p.id < ${cursor ?? null}::bigint)`
  const found = await proofsOf(app, businessId, where, limit + 1)
  const proofs = found.slice(0, limit)
  const last = proofs.at(-1)
  return { proofs, next_cursor: found.length > limit && last ? String(last.id) : null }
}

/** The newest first. */
export async function proofsOf(
  app: App,
  businessId: number,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<OptinProof[]> {
  const { rows } = await sql<Row>`${proofsWhere(businessId, where)} limit ${limit}`.execute(app.db)
  return rows.map(proofOf)
}

function proofOf({ content, wording_sha256, at, ...row }: Row): OptinProof {
  const { language } = row
  const form = content === null || language === null ? null : FormContent.parse(content)
  const shown = form && wordingOf(form, language ?? undefined)
  return {
    ...row,
    record: 'proof',
    by: null,
    id: Number(row.id),
    form_id: row.form_id === null ? null : Number(row.form_id),
    lead_id: row.lead_id === null ? null : Number(row.lead_id),
    at: at.toISOString(),
    wording: form &&
      shown && {
        heading: shown.heading,
        text: shown.text,
        consent: shown.consent,
        button: shown.button,
        labels: labelsOf(form, shown.language),
      },
    wording_sha256: wording_sha256?.toString('hex') ?? null,
  }
}

/** Of the form's other fields: `Area: Kothrud; Birthday: 1990-05-01`. */
const othersOf = ({ answers }: OptinProof): string =>
  Object.entries(answers)
    .filter(([field]) => !['name', 'phone', 'message', 'button', 'details'].includes(field))
    .map(([field, value]) => `${field}: ${value}`)
    .join('; ')

const columns = [
  'Time',
  'Phone',
  'Name',
  'Outcome',
  'Form',
  'Version',
  'Language',
  'Way',
  'Heading',
  'Text',
  'Consent',
  'Button',
  'SHA-256 of the wording',
  'Wamid',
  'Network',
  'Browser',
  'Site',
  'Answers',
]

/** Streamed from a cursor. */
export function exportProofs(app: App, businessId: number, formId: number | undefined): ExportRows {
  const where = sql`(${formId ?? null}::bigint is null or p.form_id = ${formId ?? null}::bigint)`
  const query: CompiledQuery<Row> = proofsWhere(businessId, where).compile(app.db)
  const rows = async function* (): AsyncGenerator<CsvCell[]> {
    for await (const row of streamRows<Row>(app.pool, query)) {
      const proof = proofOf(row)
      yield [
        proof.at,
        proof.address,
        proof.answers.name ?? '',
        proof.outcome,
        proof.form,
        proof.version,
        proof.language,
        proof.way,
        proof.wording?.heading ?? null,
        proof.wording?.text ?? null,
        proof.wording?.consent ?? null,
        proof.wording?.button ?? null,
        proof.wording_sha256,
        proof.wamid,
        proof.network,
        proof.user_agent,
        proof.site,
        othersOf(proof),
      ]
    }
  }
  return { columns, rows: rows() }
}
