export const help = {
  mail: {
    subject: 'Help request {id}',
    from: 'From {email}, at {time}.',
  },
} as const
