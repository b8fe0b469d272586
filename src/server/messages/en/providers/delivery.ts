export const deliveryErrors = {
  code130403: {
    sentence: 'This person has blocked you on WhatsApp.',
    advice: 'Nothing to do: we will not write to them again.',
  },
  code130472: {
    sentence: 'WhatsApp is holding back advertising from this person for a test of its own.',
    advice: 'Do not send the same message again; write once they have written to you.',
  },
  code130497: {
    sentence: 'Your business may not write to people in this country.',
    advice: 'Leave people of this country out, or see in WhatsApp Manager why it is so.',
  },
  code131008: {
    sentence: 'WhatsApp missed something in what we sent.',
    advice: 'If the reason from WhatsApp is not clear to you, please report it to us.',
  },
  code131009: {
    sentence: 'WhatsApp did not accept a value in this message; often it is the phone number.',
    advice: 'Check the phone number and the values for this person.',
  },
  code131021: {
    sentence: 'This is the number the message was to be sent from.',
    advice: 'Take your own number off the list.',
  },
  code131026: {
    sentence: 'This number is not on WhatsApp, or cannot get messages from businesses.',
    advice: 'Check the number with this person, or reach them another way.',
  },
  code131030: {
    sentence: 'A test number may write only to the people on its list, and this one is not on it.',
    advice: 'Add the number to the list at Meta, or send from a real number.',
  },
  code131036: {
    sentence: 'This person’s phone has no room for another message.',
    advice: 'Try again in a day or two.',
  },
  code131047: {
    sentence: 'More than 24 hours have passed since this person last wrote to you.',
    advice: 'Send a template instead of a free text.',
  },
  code131049: {
    sentence: 'This person has had enough advertising for now, so WhatsApp held the message back.',
    advice: 'Wait at least a day before you write to them again. Advertising to the USA is always held back.',
  },
  code131050: {
    sentence: 'This person has asked you to stop sending advertising.',
    advice: 'Nothing to do: we will not write to them again unless they allow it.',
  },
  code131051: {
    sentence: 'WhatsApp does not know this kind of message.',
    advice: 'If the reason from WhatsApp is not clear to you, please report it to us.',
  },
  code131052: {
    sentence: 'A file this person sent could not be fetched; it may be too large.',
    advice: 'Ask them to send it again, smaller.',
  },
  code131053: {
    sentence: 'WhatsApp could not take the picture, film or document of this message.',
    advice: 'Check that the file has the right kind and size, and that its address can be opened by anybody.',
  },
  code131055: {
    sentence: 'This kind of message cannot be sent this way.',
    advice: 'If the reason from WhatsApp is not clear to you, please report it to us.',
  },
  code131056: {
    sentence: 'This person got several messages from you in a short time.',
    advice: 'Nothing to do: the message goes a little later; others are not held up.',
  },
  code131062: {
    sentence: 'A code can only be sent to a phone number, and this person hides theirs.',
    advice: 'Ask the person for their phone number.',
  },
  code135000: {
    sentence: 'WhatsApp refused this message without saying why.',
    advice: 'If the reason from WhatsApp is not clear to you, please report it to us.',
  },
  code137000: {
    sentence: 'This number may belong to somebody else now.',
    advice: 'Confirm with the person that it is still theirs before you write again.',
  },
} as const
