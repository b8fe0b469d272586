export const sequences = {
  clock: 'Write the time of day as 09:30.',
  noMessage: 'Add at least one message.',
  tagMissing: 'Enter the tag.',
  segmentMissing: 'Choose the segment.',
  handOverLast: 'Make “Hand over” the last step.',
  laterStep: 'Choose a later step of the sequence.',
  noPath: 'No path leads to this step. Remove it, or let another step go on to it.',
  quietCountries: 'Quiet hours of a country need each person’s own clock.',
  stopsAtOnce: 'This tag starts the sequence. Choose another one to leave it.',
} as const
