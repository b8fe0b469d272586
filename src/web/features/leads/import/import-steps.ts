/** What an import goes through, from the file to its result. */
export const importSteps = ['File', 'Columns', 'Consent', 'Check', 'Done']
