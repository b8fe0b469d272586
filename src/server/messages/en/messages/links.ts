/** Of the public page that a link of a message opens when it leads nowhere. */
export const links = {
  unknown: {
    title: 'Link not found',
    text: 'Check that you copied the whole link, or ask the business for a new one.',
  },
  gone: {
    title: 'Link no longer works',
    text: 'The business that sent it has removed it.',
  },
  busy: {
    title: 'Too many tries',
    text: 'Wait a few seconds, then open the link again.',
  },
  away: {
    title: "Can't open the link",
    text: 'Something is wrong on our side. Try again in a few seconds.',
  },
} as const
