/** The columns of each export, beside those of attributes. */
export const fixedColumns = [
  'Name',
  'Phone',
  'Email',
  'Tags',
  'Source',
  'Consent',
  'Consent date',
  'Consent source',
  'Added',
] as const
