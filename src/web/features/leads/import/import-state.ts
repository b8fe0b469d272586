import { ImportStatus, type LeadImport } from '#contract/leads/imports.ts'
import { t } from '#web/messages/t.ts'

/** The screen of one import. */
export const importPath = (id: number): string => `/lead-generator/imports/${id}`

/** The Campaign Manager, with everybody of a tag as its audience. */
export const campaignPath = (tag: string): string => `/campaigns?tag=${encodeURIComponent(tag)}`

/** Whether some of an import's people gave consent, as the owner or the file says. */
export const someAgreed = ({ consent, settings }: LeadImport): boolean =>
  consent?.state === 'opted_in' || settings.columns.includes('consent')

const moving: readonly string[] = ImportStatus.extract(['running', 'cancelling', 'undoing']).options

/** Whether an import changes by itself. */
export const isImportMoving = ({ status }: LeadImport): boolean => moving.includes(status)

/** The steps of an import, from the file to its result. */
export const importSteps = () => [
  t('leads.imports.steps.file'),
  t('leads.imports.steps.columns'),
  t('leads.imports.steps.consent'),
  t('leads.imports.steps.check'),
  t('leads.imports.steps.done'),
]
