export const numberErrors = {
  code33: {
    sentence: 'WhatsApp does not know this sending number any more.',
    advice: 'Check in WhatsApp Manager that the number still belongs to your account, then connect again.',
  },
  code613: {
    sentence: 'WhatsApp asked us to slow down.',
    advice: 'Nothing to do: sending goes on by itself in a few minutes.',
  },
  code130429: {
    sentence: 'This number reached the speed WhatsApp allows it.',
    advice: 'Nothing to do: sending goes on by itself in a moment, a little slower.',
  },
  code131037: {
    sentence: 'The name shown with this number has not been approved yet.',
    advice: 'Set the display name in WhatsApp Manager and wait until it is approved.',
  },
  code131045: {
    sentence: 'This number is not set up for sending, or its set-up is broken.',
    advice: 'Register the number again on the connection page.',
  },
  code131048: {
    sentence: 'WhatsApp lets no more messages leave from this number for now.',
    advice: 'We wait a day. Meanwhile look at its limit and its quality in WhatsApp Manager.',
  },
  code131057: {
    sentence: 'WhatsApp is giving this number more speed and takes no messages meanwhile.',
    advice: 'Nothing to do: it takes about a minute.',
  },
  code133000: {
    sentence: 'An earlier sign-off of this number did not finish.',
    advice: 'Sign the number off again, then register it.',
  },
  code133004: {
    sentence: 'WhatsApp is down for the moment.',
    advice: 'Nothing to do: we try again until it is back.',
  },
  code133005: {
    sentence: 'The six-digit PIN is not the one this number has.',
    advice: 'Enter the right PIN, or set a new one in WhatsApp Manager.',
  },
  code133006: {
    sentence: 'This number has to be confirmed by a code first.',
    advice: 'Ask for a code by text message or call, enter it, then register the number.',
  },
  code133008: {
    sentence: 'The PIN was wrong too often.',
    advice: 'Wait as long as WhatsApp says, then enter the right PIN.',
  },
  code133009: {
    sentence: 'The PIN was entered again too quickly.',
    advice: 'Wait as long as WhatsApp says, then enter the PIN once more.',
  },
  code133010: {
    sentence: 'This number is not registered for sending.',
    advice: 'Register the number on the connection page; what was waiting then goes on.',
  },
  code133015: {
    sentence: 'This number was signed off a moment ago.',
    advice: 'Wait five minutes, then register it.',
  },
  code133016: {
    sentence: 'This number was registered and signed off too often.',
    advice: 'WhatsApp allows it again after three days; nothing helps before that.',
  },
} as const
