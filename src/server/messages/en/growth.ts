export const growth = {
  tooManyForms: 'A business has at most {most, number} forms. Change one that you have.',
  page: {
    name: 'Your name',
    phone: 'WhatsApp number',
    langs: 'Language',
    thanks: 'Thank you!',
    thanksText: '{business} has your answer.',
    stopped: 'Did you stop messages from {business} before? Then send START to them on WhatsApp.',
    closed: 'This form is closed',
    closedText: '{business} takes no answers here now.',
    missing: 'This page does not exist',
    missingText: 'Check that you have the whole link.',
    old: 'This page was open for too long. Check your answers and send them again.',
    needPhone: 'Enter a WhatsApp number with its country code.',
    needConsent: 'Tick the box if you agree.',
    tooMany: 'Too many answers right now. Try again in an hour.',
  },
} as const
