export const analytics = {
  day: 'Give the day as 2026-11-23.',
  bothEnds: 'Give both the first and the last day.',
  order: 'The last day comes before the first.',
  tooLong: 'Choose at most {days, number} days.',
  value: 'Give a number such as 499.90.',
  twoCurrencies: 'Name two different currencies.',
  dataset: 'Enter the dataset ID: digits only.',
} as const
