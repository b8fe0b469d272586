export const officeHours = {
  time: 'Enter a time, such as 09:00.',
  order: 'The end must be later than the start.',
  overlap: 'These times overlap. List them in order.',
  date: 'Enter a date, such as 2026-12-25.',
  dateTwice: 'List each date once.',
} as const
