export const chatbot = {
  tooManyRules: 'You have {most, number} rules, the most there can be. Delete one first.',
  tooManyFlows: 'You have {most, number} flows, the most there can be.',
  rulesChanged: 'The rules have changed meanwhile. Load them again.',
  flowChanged: 'Somebody else has saved this flow. Load it again.',
  flowHasProblems: 'This flow has problems. Fix them, then publish it.',
  aiEndpoint: 'Enter an address that starts with https://.',
  aiPrices: 'Enter both prices to limit what answers cost.',
  aiLimitTooLow: 'One answer can cost {amount}. Enter more.',
  aiMissing: 'Fill this in before you switch AI answers on.',
  aiUnknown: 'I do not know that. Somebody of our team will answer you here.',
  aiFailed: 'I cannot answer that right now. Somebody of our team will answer you here.',
  unknownPage: 'This page does not exist. Go back to the first one.',
} as const
