export const conversations = {
  textLength: 'A message has at most 4,096 characters.',
  textRequired: 'Write a message.',
  shortcut: 'Use letters, digits, - and _ only, at most 40.',
  titleRequired: 'Write a short title, on one line.',
  titleLength: 'Use at most {most, number} characters.',
  titlesDiffer: 'Use each title once.',
  buttonsTextLength: 'A message with buttons has at most 1,024 characters.',
  contactName: 'Enter a name.',
  contactPhone: 'Enter the number with its country code, for example +91 98230 41576.',
  nameRequired: 'Enter a name.',
  nameOneLine: 'Use one line of ordinary characters.',
  oneEmoji: 'Choose an emoji.',
} as const
