import type { DoctorCheck, DoctorRemedy } from '#contract/onboarding.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'

type Labelled<R> = R extends DoctorRemedy ? Omit<R, 'label'> & { label: StoredText } : never

/** A fix of a finding, with its label to be read later. */
export type StoredRemedy = Labelled<DoctorRemedy>

/** A finding as the report keeps it. */
export type StoredCheck = Pick<DoctorCheck, 'id' | 'subject' | 'state'> & {
  title: StoredText
  finding: StoredText
  meaning: StoredText | null
  remedy: StoredRemedy | null
}

/** The part of a check that differs from finding to finding. */
export type Finding = Pick<StoredCheck, 'state' | 'finding'> &
  Partial<Pick<StoredCheck, 'meaning' | 'remedy'>>

export const readCheck = ({ title, finding, meaning, remedy, ...check }: StoredCheck): DoctorCheck => ({
  ...check,
  title: readText(title),
  finding: readText(finding),
  meaning: meaning === null ? null : readText(meaning),
  remedy: remedy && ({ ...remedy, label: readText(remedy.label) } as DoctorRemedy),
})
