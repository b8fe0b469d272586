export const segments = {
  name: 'Give the segment a name.',
  value: 'Fill this in.',
  most: 'A segment has at most {count, number} conditions.',
} as const
