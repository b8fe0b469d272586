export const accountErrors = {
  code0: {
    sentence: 'WhatsApp no longer accepts our access to your account.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code1: {
    sentence: 'WhatsApp had a problem of its own and did not say which.',
    advice: 'Nothing to do: we try again a few times.',
  },
  code2: {
    sentence: 'WhatsApp is down or overloaded for the moment.',
    advice: 'Nothing to do: we try again until it is back.',
  },
  code3: {
    sentence: 'Your WhatsApp app is not allowed to do this.',
    advice: 'Check the permissions of your app at Meta, then connect again.',
  },
  code4: {
    sentence: 'Your app has made all the calls WhatsApp allows for now.',
    advice: 'Nothing to do: sending goes on by itself within the hour.',
  },
  code10: {
    sentence: 'A permission this needs was not given, or was taken away.',
    advice: 'Connect your WhatsApp account again and allow everything that is asked.',
  },
  code100: {
    sentence: 'WhatsApp did not understand what we sent.',
    advice: 'If the reason from WhatsApp is not clear to you, please report it to us.',
  },
  code104: {
    sentence: 'WhatsApp asked for access that we could not show.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code190: {
    sentence: 'Our access to your WhatsApp account has ended.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code190_458: {
    sentence: 'Our app was removed from your Facebook account.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code190_460: {
    sentence: 'The password of the Facebook account was changed, which ended our access.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code190_463: {
    sentence: 'Our access to your WhatsApp account was given for a time, and that time is over.',
    advice: 'Connect your WhatsApp account again; what was waiting then goes on.',
  },
  code200: {
    sentence: 'Our access does not reach this WhatsApp account any more.',
    advice: 'Connect your WhatsApp account again and allow everything that is asked.',
  },
  code368: {
    sentence: 'WhatsApp has blocked your account for a time, for breaking its rules.',
    advice: 'See in WhatsApp Manager which rule it was and until when the block lasts.',
  },
  code803: {
    sentence: 'What this was about is no longer there at WhatsApp.',
    advice: 'Refresh the page. If it stays so, connect your WhatsApp account again.',
  },
  code80007: {
    sentence: 'Your WhatsApp account has made all the calls it is allowed for now.',
    advice: 'Nothing to do: sending goes on by itself as soon as WhatsApp allows it.',
  },
  code80008: {
    sentence: 'Templates and settings were asked for too often; WhatsApp wants a pause.',
    advice: 'Nothing to do: messages go on, and the list is brought up to date later.',
  },
  code131016: {
    sentence: 'A part of WhatsApp is down for the moment.',
    advice: 'Nothing to do: we try again until it is back.',
  },
  code131031: {
    sentence: 'WhatsApp has locked your account.',
    advice: 'See the reason in WhatsApp Manager, and ask there for a review.',
  },
  code131042: {
    sentence: 'WhatsApp cannot charge you for messages.',
    advice: 'Add or fix the payment method in WhatsApp Manager; then resume sending.',
  },
  code134011: {
    sentence: 'The terms for payments on WhatsApp have not been accepted yet.',
    advice: 'Accept them in WhatsApp Manager; then resume sending.',
  },
  code100_33: {
    sentence: 'WhatsApp does not know this sending number, or does not let us use it.',
    advice: 'Check in WhatsApp Manager that the number still belongs to your account, then connect again.',
  },
} as const
