export const templates = {
  submission: {
    waiting: 'Waiting for an account',
    sending: 'Being submitted',
    failed: 'Not submitted',
    submitted: 'Submitted',
  },
  waitsForAccount: 'It goes to WhatsApp for review as soon as an account is connected.',
  providerSays: '{reason} WhatsApp says: {details}',
  warning: {
    detected: 'WhatsApp says that its text fits {to}, not {from}.',
  },
  problem: {
    notApproved: '“{name}” is not approved yet. {why}',
    deleted: '“{name}” was deleted at WhatsApp. Choose another template.',
    status: "“{name}” can't be sent now. {why}",
    part: "You can't send “{name}” from here: it has {part, select, product {a single product} other {a {part} header}}. Choose another template.",
    headerFile: 'The file in the header of “{name}” is missing here. Open the template and upload it.',
    cardFile: 'A file on the cards of “{name}” is missing here. Open the template and upload it.',
    noTarget:
      'Add the address that the button “{button}” of “{name}” leads to. Open the template and save it.',
  },
  edit: {
    notSubmitted: 'It is not at WhatsApp yet. Saving sends it for review.',
    free: 'Saving sends it for review again. You can do this as often as you like.',
    inReview: 'WhatsApp is reviewing it. You can change it after the review, usually within minutes.',
    locked: "WhatsApp doesn't let you change it now. Status: {status}.",
    monthUsed:
      'You changed it {limit, plural, one {# time} other {# times}} in 30 days. WhatsApp allows no more.',
    dayUsed: 'You changed it in the last 24 hours. WhatsApp allows one change per day.',
    allowed:
      "WhatsApp reviews each change, and you can't send it until then. One change per day, {limit, number} in 30 days. {left, plural, one {# change} other {# changes}} left.",
    refused: '{why} Next change: {time}.',
    notConnected:
      'The WhatsApp account of this template is not connected. Connect it to change the template.',
    changedMeanwhile: 'This template was changed at the same time. Load it again.',
    foreignParts: "You can't edit all parts of this template here. Change it in WhatsApp Manager.",
    otpType: "You can't change a template to or from one-time codes. Add a new template instead.",
    categoryFixed:
      "WhatsApp doesn't let you change the category of an approved template. Add a new template instead.",
    variablesFixed:
      "This template uses {format, select, NAMED {names} other {numbers}}, such as {example}, and WhatsApp doesn't let that change. Keep them, or add a new template.",
    headerFile: 'WhatsApp needs the header file again with every change. Upload it here.',
    cardFiles: 'WhatsApp needs the files of all cards again with every change. Upload them here.',
  },
  add: {
    required: 'Title and content are required',
    requiredMeta: 'Template name and body are required.',
    titleLong:
      'The title has {count, plural, one {# character} other {# characters}}. The limit is {limit, number}.',
    unknownPredefined: 'No predefined template has this name and language. Choose one from the list.',
    nameUsed: 'A template named {name} exists in this language. Choose another name, or edit that template.',
    nameRace: 'A template with this name was added at the same moment. Try again.',
    publicUrl: 'Set PUBLIC_URL to a public address first. People could not open the links.',
    sameText:
      '“{title}” has the same text, and WhatsApp rejects a second template with it. Change some words.',
    done: 'Template added',
    submitted: 'Template submitted.',
    saved: 'Template saved. It goes to WhatsApp for review as soon as an account is connected.',
    putOff: '“{title}” is saved. {why}',
  },
  submit: {
    retried: '{why} It is submitted again automatically.',
    running: 'This template is being submitted. Try again in a minute.',
    already: 'This template is already at WhatsApp. Change it to send it for review again.',
  },
  changed: 'Template updated',
  removed: 'Template deleted',
  removeNotConnected:
    "The WhatsApp account of this template can't be used now. Connect it again to delete the template.",
  pricesSaved: 'Prices saved',
  unpause: {
    notPaused: 'This template is not paused.',
    notConnected: 'The WhatsApp account of this template is not connected. Connect it and try again.',
    refused: "WhatsApp doesn't unpause this template yet. A pause for low quality ends automatically.",
    done: 'The template is active again.',
  },
  list: {
    cursor: 'This cursor is not valid. Start from the first page.',
    notConnected: 'Connect a WhatsApp account to see its templates here.',
    syncFailed: 'The last sync with WhatsApp failed. {why}',
  },
  file: {
    wrongKind:
      'This file is not {kind, select, IMAGE {an image} VIDEO {a video} GIF {an MP4 of at most 3.5 MB} other {a PDF}}. Upload another file.',
    notFound: 'The header file was not found. Upload it again.',
    choose: 'Choose a file.',
    otherType: "WhatsApp doesn't accept this file type for a header. It accepts: {accepted}.",
    tooLarge: 'The file is too large. WhatsApp accepts {accepted}.',
    missing: 'The header file is missing on this server. Open the template and upload it again.',
  },
  variable: {
    address: 'the address of “{button}”',
    products: 'the products of “{button}”',
    code: 'the code to copy',
    place:
      '{part, select, latitude {the latitude of the place} longitude {the longitude of the place} name {the name of the place} other {the address of the place}}',
    offerEnds: 'when the offer ends',
    onCard: '{variable} on card {number, number}',
    addressOnCard: 'the address of “{button}” on card {number, number}',
    otp: 'the code',
  },
  value: {
    productsMany: 'WhatsApp shows at most {products, number} products in {sections, number} sections.',
    offerEnds: 'Enter when the offer ends with date, time and time zone, such as {sample}.',
    offerPast: 'The offer has already ended. Choose a later time.',
    products: 'Enter the ids of the products in the catalogue.',
  },
  stop: {
    inReviewAsk: 'Waiting for WhatsApp to review the new version. Resume the campaign yourself after that.',
    inReview: 'Waiting for WhatsApp to review the new version. The campaign then continues automatically.',
    cannotSend: "The template “{name}” can't be sent. {why}",
    deleted: 'It was deleted at WhatsApp.',
    category:
      'WhatsApp moved the template “{name}” from {from} to {to}. Its messages may cost more. Resume if you agree, or send another template.',
  },
  event: {
    unknown: 'The template is not known here yet. The list is being synced.',
    quality: 'The quality of “{name}” is {quality}.',
    text: 'The text of “{name}” changed. It is being read again.',
    older: 'Older than the known status of “{name}”. Nothing changed.',
    status: '“{name}”: {status}.',
    statusReading: '“{name}”: {status}. Its text is being read again.',
    rejected: '“{name}”: {status}. {why}',
    detected: '“{name}”: {why}',
    categoryReading: 'The category of “{name}” changes. It is being read again.',
    categorySoon: '“{name}” will become {category}.',
    category: '“{name}” is {category} now.',
  },
  withWarning: '{reason} {warning}',
} as const
