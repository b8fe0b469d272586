export const templates = {
  input: {
    header: 'Give the header as text, or as a format with a file.',
    button: 'A button must be QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, CATALOG or MPM.',
    currency: 'Give the currency as three capital letters, such as INR.',
  },
  files: {
    IMAGE: 'JPEG or PNG, up to {limit} MB',
    VIDEO: 'MP4, up to {limit} MB',
    GIF: 'MP4 that loops, up to {limit} MB',
    DOCUMENT: 'PDF, up to {limit} MB',
  },
  rules: {
    tooLong:
      '{part, select, name {The name} header {The header} footer {The footer} message {The message} offerMessage {The message beside an offer} offer {The offer} card {The card text} button {The button text} address {The address} phone {The phone number} other {The code}} has {count, plural, one {# character} other {# characters}}. WhatsApp allows {limit, number}.',
    nameMissing: 'Give the template a name.',
    nameCharacters:
      'Use only small letters a to z, digits and underscores in the name, such as diwali_offer.',
    languageUnknown: 'WhatsApp has no templates in "{language}". Choose a language from the list.',
    headerFile:
      "Add {kind, select, IMAGE {an image} VIDEO {a video} GIF {a looping MP4} other {a PDF}} for the header. WhatsApp's reviewers need to see one.",
    headerEmpty: 'Write the header, or set the header to None.',
    headerLines: 'Write the header on a single line.',
    headerEmoji: 'Emoji are not allowed in the header. Use them in the text.',
    headerFormatting: "The header can't be formatted. Remove *, _, ~ and `.",
    headerVariables: 'The header can have only one variable.',
    bodyEmpty: 'Write the message.',
    bodyEmptyLines: 'Leave at most one empty line between paragraphs.',
    bodySpaces: 'Remove tabs and more than four spaces in a row.',
    variableFirst: 'The message can\'t begin with {variable}. Put a word before it, such as "Hello".',
    variableLast: "The message can't end with {variable}. Add text after it.",
    variablesAdjacent: "Put words between {first} and {second}. Two variables can't be next to each other.",
    variablesMany:
      'Write more text: {count, plural, one {# variable needs} other {# variables need}} at least {needed, number} other words. You have {words, number}.',
    variableOpen:
      'A variable in the {place, select, header {header} other {message}} is not closed. Write {numbered} or {named}.',
    variableEmpty: '{variable} has no name. Write {numbered} or {named}.',
    variableName: "WhatsApp doesn't accept {variable}. Use small letters and underscores, such as {better}.",
    variableGap:
      'Number the variables from {first} without gaps. {missing} is missing in the {place, select, header {header} other {message}}.',
    variablesMixed: 'Use either numbers ({numbered}) or names ({named}) for all variables, not both.',
    sampleMissing: "Give a sample for {variable}. WhatsApp's reviewers read the message with it.",
    footerVariables: "The footer can't have variables.",
    footerLines: 'Write the footer on a single line.',
    footerEmoji: 'Emoji are not allowed in the footer. Use them in the text.',
    otpHeader: "A one-time code template can't have a header.",
    otpFooter: 'WhatsApp writes the footer of a one-time code. Set when the code expires instead.',
    otpButtons: 'A one-time code template has one button only: copy the code.',
    otpMinutes: 'A code can expire after 1 to 90 minutes.',
    gifCategory: 'A GIF header needs the category MARKETING.',
    productsCategory: 'A product button needs the category MARKETING.',
    productsAlone: 'A product button must be the only button. Remove the others.',
    coordinate:
      'The {name, select, latitude {latitude} other {longitude}} must be a number from -{most, number} to {most, number}, such as {sample}.',
    offerCategory: 'A limited-time offer needs the category MARKETING.',
    offerText: 'Write the offer, such as Ends tonight.',
    offerFooter: "A limited-time offer can't have a footer.",
    offerHeader: 'The header of an offer must be an image or a video.',
    offerButtons: 'An offer needs two buttons in this order: copy a code, then open a website.',
    cardsCategory: 'A carousel needs the category MARKETING.',
    cardsAlone: 'A carousel has only a text and cards. Remove the header, footer, buttons and offer.',
    cardsCount: 'A carousel needs {least, number} to {most, number} cards.',
    cardsDiffer: 'All cards need the same parts: the same kind of file, text or no text, the same buttons.',
    cardHeader: 'A card must begin with an image or a video.',
    cardFile: 'Add the file of this card.',
    cardSample: "Give a sample for {variable}. WhatsApp's reviewers read the card with it.",
    cardButtons: 'A card needs 1 or 2 buttons.',
    cardButtonKind: 'A card can only have quick replies, website buttons and call buttons.',
    buttonsMany: 'A template can have at most {limit, number} buttons. You have {count, number}.',
    buttonsUrls: 'At most two buttons can open a website.',
    buttonsPhones: 'Only one button can call a phone number.',
    buttonsCodes: 'Only one button can copy a code.',
    buttonsGrouped: 'Keep the quick replies together, before or after all other buttons.',
    buttonsAlike: 'Two buttons say "{text}". Give each button its own text.',
    buttonMissing: 'Write the button text.',
    buttonVariable: "The button text can't have a variable.",
    buttonLines: 'Write the button text on a single line.',
    buttonEmoji: 'Emoji are not allowed on buttons.',
    urlMissing: 'Enter the address that the button opens.',
    urlFormat: 'Enter a website address that begins with https://, such as https://example.com/shop.',
    urlWhatsApp: "A button can't open a WhatsApp chat. Use a quick reply instead.",
    urlVariableOpen: 'The variable in the address is not closed. Write {variable} at its end.',
    urlVariablePlace: 'The address can have one variable, {variable}, at its end.',
    urlSampleMissing: 'Enter a full sample address, such as {sample}.',
    urlVariableSite: 'Put a / after the site before {variable}, as in https://shop.example/{variable}.',
    urlSampleOther: 'The sample must begin with {start} and continue after it.',
    phoneMissing: 'Enter the phone number that the button calls.',
    phoneFormat: 'Enter the phone number with its country code, such as +919876543210.',
    codeMissing: 'Enter a sample code, such as SAVE20.',
    codeFormat: 'Use letters and digits in the code, without spaces or variables.',
  },
  status: {
    APPROVED: {
      label: 'Approved',
      sentence: 'WhatsApp approved it. You can send it.',
    },
    PENDING: {
      label: 'In review',
      sentence: 'WhatsApp is reviewing it. This takes minutes, at most a day.',
    },
    REJECTED: {
      label: 'Rejected',
      sentence: 'WhatsApp did not approve it.',
    },
    PAUSED: {
      label: 'Paused',
      sentence:
        'WhatsApp paused it because people blocked or reported it. The first pause lasts 3 hours, the second 6 hours. After the third, WhatsApp disables it.',
    },
    DISABLED: {
      label: 'Disabled',
      sentence: 'WhatsApp disabled it for good. Create a new template with other text.',
    },
    IN_APPEAL: {
      label: 'In appeal',
      sentence: 'The rejection was appealed. WhatsApp is reviewing it again.',
    },
    PENDING_DELETION: {
      label: 'Being deleted',
      sentence: 'WhatsApp is deleting it.',
    },
    DELETED: {
      label: 'Deleted at WhatsApp',
      sentence: 'It was deleted at WhatsApp. If it was approved, its name stays taken for 30 days.',
    },
    LIMIT_EXCEEDED: {
      label: 'Too many templates',
      sentence:
        "Your account has reached WhatsApp's limit of templates. Delete templates that you no longer use.",
    },
    ARCHIVED: {
      label: 'Archived',
      sentence:
        'WhatsApp archived it because it was not used. Restore it in WhatsApp Manager within 28 days.',
    },
    FLAGGED: {
      label: 'Flagged',
      sentence: 'People blocked or reported it. If this continues, WhatsApp pauses it.',
    },
    LOCKED: {
      label: 'Locked',
      sentence: "WhatsApp locked it. You can't send or change it.",
    },
  },
  unknownStatus: 'WhatsApp reports the status "{status}". Check it in WhatsApp Manager.',
  rejection: {
    ABUSIVE_CONTENT: {
      reason: 'WhatsApp found abusive or threatening text in it.',
      advice: 'Use friendly text without pressure, insults or threats.',
    },
    INCORRECT_CATEGORY: {
      reason: 'WhatsApp says that it belongs to another category.',
      advice:
        'Choose MARKETING for any offer or invitation. TRANSACTIONAL is only for an order, booking or request of the person.',
    },
    CATEGORY_NOT_AVAILABLE: {
      reason: 'WhatsApp no longer has its category.',
      advice: 'Choose MARKETING, TRANSACTIONAL or OTP and send it again.',
    },
    INVALID_FORMAT: {
      reason: 'WhatsApp found a problem with its format.',
      advice:
        "Check the variables and their samples, use full links to your own website, and don't repeat the text of another template.",
    },
    PROMOTIONAL: {
      reason: "WhatsApp says that it is advertising. This category doesn't allow advertising.",
      advice: 'Send it as MARKETING, or remove all offers, discounts and invitations.',
    },
    SCAM: {
      reason: 'WhatsApp says that it looks like a scam.',
      advice:
        'Say clearly who you are, link only to your own website, and never ask for passwords or card numbers.',
    },
    TAG_CONTENT_MISMATCH: {
      reason: "Its text doesn't match its language or category.",
      advice: 'Check that the language and the category are right.',
    },
  },
  unknownRejection: {
    reason: 'WhatsApp gives the reason "{reason}".',
    advice: 'See the details in WhatsApp Manager. Change the text, then save it to send it again.',
  },
} as const
