export const leadFields = {
  required: 'Fill this in.',
  oneLine: 'Use one line without hidden characters.',
  choiceLength: 'A choice has at most 100 characters.',
  mostChoices: 'A field has at most 50 choices.',
  nameLength: 'A name has at most 60 characters.',
} as const
