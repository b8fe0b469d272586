export const otherProductErrors = {
  code138000: {
    sentence: 'This is about phone calls on WhatsApp.',
    advice: 'Tidings does not use this. See WhatsApp Manager.',
  },
  code139000: {
    sentence: 'A form on WhatsApp has a problem.',
    advice: 'Fix the form in WhatsApp Manager.',
  },
  code139100: {
    sentence: 'Some of these people could not be blocked.',
    advice: 'Only people who wrote to you in the last 24 hours can be blocked.',
  },
  code139101: {
    sentence: 'The list of blocked people is full.',
    advice: 'Take somebody off the list first.',
  },
  code139102: {
    sentence: 'The list of blocked people is being changed elsewhere.',
    advice: 'Nothing to do: we try again.',
  },
  code139103: {
    sentence: 'WhatsApp could not change the list of blocked people.',
    advice: 'Nothing to do: we try again.',
  },
  code147001: {
    sentence: 'WhatsApp did not accept the name for your business.',
    advice: 'Choose another name in WhatsApp Manager.',
  },
  code1752041: {
    sentence: 'This was asked for already.',
    advice: 'Nothing to do.',
  },
  code200005: {
    sentence: 'WhatsApp has no figures about templates for your account yet.',
    advice: 'Nothing helps: they come with more messages.',
  },
  code200006: {
    sentence: 'Figures about templates cannot be switched off again.',
    advice: 'Nothing to do.',
  },
  code200007: {
    sentence: 'Figures about templates are not switched on for your account.',
    advice: 'Switch them on in WhatsApp Manager.',
  },
  code2388001: {
    sentence: 'Moving the phone number to this account did not work.',
    advice: 'Try again in WhatsApp Manager.',
  },
  code2494100: {
    sentence: 'The number is being moved and cannot be used for a moment.',
    advice: 'Nothing to do: we try again in a few minutes.',
  },
  code2593079: {
    sentence: 'Handing the account over did not work.',
    advice: 'Try again in WhatsApp Manager.',
  },
  code2593107: {
    sentence: 'Contacts and history of the phone app can be fetched only once, and that was done.',
    advice: 'Nothing to do, unless the number is disconnected and connected again.',
  },
  code2593108: {
    sentence: 'Contacts and history of the phone app can be fetched only within a day of connecting.',
    advice: 'Disconnect the number and connect it again to fetch them.',
  },
} as const
