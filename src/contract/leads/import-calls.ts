import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Country, Id, NextCursor, PageQuery } from '../values.ts'
import {
  Delimiter,
  Encoding,
  ImportAnswer,
  ImportCheck,
  ImportSettings,
  LeadImport,
  StartImportInput,
} from './imports.ts'

const idParams = z.object({ id: Id })

/** Lists of leads from files: looked into, imported, cancelled and undone. */
export const importCalls = endpoints({
  createImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports',
    summary: 'Upload a file of leads and learn what is in it. Nothing is written yet',
    description:
      'Multipart field `file`: .csv, .tsv, .txt, .xlsx, .xls, .ods or .vcf, up to 100 MB. A file with the columns of an earlier import, such as its corrected rejects, comes mapped as that one was.',
    multipart: true,
    body: z.object({ file: z.string() }),
    response: answer({ import: LeadImport }),
  },
  listImports: {
    method: 'GET',
    path: '/marketing/api/leads/imports',
    scope: 'leads:read',
    summary: 'Imports, the newest first',
    query: z.object({ limit: PageQuery.shape.limit, cursor: PageQuery.shape.cursor }),
    response: answer({ imports: z.array(LeadImport), next_cursor: NextCursor }),
  },
  getImport: {
    method: 'GET',
    path: '/marketing/api/leads/imports/{id}',
    scope: 'leads:read',
    summary: 'One import: its analysis, progress and result',
    params: idParams,
    response: answer({ import: LeadImport }),
  },
  analyseImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports/{id}/analyse',
    summary: 'Read the file again with another encoding, separator, sheet or header',
    params: idParams,
    body: z.object({
      encoding: Encoding.optional(),
      delimiter: Delimiter.optional(),
      sheet: z.string().max(200).optional(),
      first_row: z.number().int().min(1).max(1000).optional(),
      header: z.boolean().optional(),
      country: Country.optional(),
    }),
    response: answer({ import: LeadImport }),
  },
  checkImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports/{id}/check',
    summary: 'What an import with these columns would do, row by row counted. Nothing is written',
    params: idParams,
    body: ImportSettings,
    response: answer({ check: ImportCheck }),
  },
  startImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports/{id}/start',
    audit: 'import_started',
    summary: 'Import the file',
    params: idParams,
    body: StartImportInput,
    response: answer({ import: LeadImport }),
  },
  cancelImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports/{id}/cancel',
    summary: 'Stop an import and remove what it has written',
    params: idParams,
    response: answer({ import: LeadImport }),
  },
  undoImport: {
    method: 'POST',
    path: '/marketing/api/leads/imports/{id}/undo',
    audit: 'import_undone',
    summary: 'Undo an import within seven days',
    description:
      'Removes the leads that it created and restores those that it changed, except where they were used or changed since.',
    params: idParams,
    response: answer({ import: LeadImport }),
  },
  importEvents: {
    method: 'GET',
    path: '/marketing/api/leads/imports/{id}/events',
    summary: 'Progress of an import, as server-sent events (`import`: the import)',
    params: idParams,
    raw: true,
    response: ImportAnswer,
  },
  importRejects: {
    method: 'GET',
    path: '/marketing/api/leads/imports/{id}/rejects',
    summary: 'The rejected rows with their reasons, as a CSV file to fix and upload again',
    params: idParams,
    raw: true,
    response: z.string(),
  },
})
