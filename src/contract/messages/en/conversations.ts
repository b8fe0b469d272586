export const conversations = {
  textLength: 'A message has at most 4,096 characters.',
  textRequired: 'Write a message.',
  shortcut: 'Use letters, digits, - and _ only, at most 40.',
} as const
