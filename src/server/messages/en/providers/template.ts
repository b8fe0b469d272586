export const templateErrors = {
  code131059: {
    sentence: 'The list of templates changed while it was being read.',
    advice: 'Nothing to do: we read it again from the start.',
  },
  code131063: {
    sentence: 'Your WhatsApp account takes advertising only in a way of its own, for marketing messages.',
    advice: 'Switch the account to that way, then send again.',
  },
  code131064: {
    sentence: 'WhatsApp found advertising in templates of another kind and lowered your limit.',
    advice: 'Put your templates in the right category in WhatsApp Manager.',
  },
  code132000: {
    sentence: 'The template has other variables than the ones we filled in.',
    advice: 'Refresh the templates, open the campaign and fill in its variables again.',
  },
  code132001: {
    sentence: 'WhatsApp has no approved template of this name in this language.',
    advice: 'Refresh the templates and choose one that is approved.',
  },
  code132005: {
    sentence: 'With the values of this person filled in, the text is too long.',
    advice: 'Use shorter values for this person.',
  },
  code132007: {
    sentence: 'WhatsApp finds that this template breaks its rules.',
    advice: 'Change the text and send the template for review again.',
  },
  code132008: {
    sentence: 'WhatsApp did not accept one of the values filled in for this person.',
    advice: 'Check the values for this person.',
  },
  code132012: {
    sentence: 'A value filled in is of another kind than the template expects.',
    advice: 'Refresh the templates and fill in the variables again; a picture may be missing at the top.',
  },
  code132015: {
    sentence: 'WhatsApp has paused this template because people did not like it.',
    advice: 'Wait until WhatsApp lets it go on, or use another template. The rest can be sent then.',
  },
  code132016: {
    sentence: 'WhatsApp has switched this template off for good.',
    advice: 'Make a new template.',
  },
  code132018: {
    sentence: 'WhatsApp did not accept one of the values filled in for this person.',
    advice: 'Check the values for this person: none may be empty or contain line breaks.',
  },
  code132068: {
    sentence: 'The form behind the button of this template is blocked.',
    advice: 'Fix the form in WhatsApp Manager, or use another template.',
  },
  code132069: {
    sentence: 'The form behind the button of this template does not work well, so WhatsApp holds it back.',
    advice: 'Fix the form in WhatsApp Manager, or use another template.',
  },
  code134100: {
    sentence: 'Only advertising can be sent this way.',
    advice: 'The fault is ours: please report it.',
  },
  code134101: {
    sentence: 'WhatsApp is still getting this template ready.',
    advice: 'Nothing to do: we try again in ten minutes.',
  },
  code134102: {
    sentence: 'WhatsApp cannot use your templates for advertising at present.',
    advice: 'Look in WhatsApp Manager for what it asks of you.',
  },
  code141002: {
    sentence: 'This template is not approved.',
    advice: 'Wait for its approval, or use another template.',
  },
  code2388019: {
    sentence: 'Your account has as many templates as WhatsApp allows.',
    advice: 'Delete templates you no longer use.',
  },
  code2388024: {
    sentence: 'There is a template of this name in this language already.',
    advice: 'Choose another name.',
  },
  code2388318: {
    sentence: 'WhatsApp made this template by itself, so it cannot be changed.',
    advice: 'Make a template of your own with the words that you want.',
  },
  code2388330: {
    sentence: 'WhatsApp made this template by itself, so it cannot be deleted.',
    advice: 'Nothing to do: it is not used by Tidings.',
  },
  code139200: {
    sentence: 'WhatsApp has blocked sending without a template for this account.',
    advice: 'Send an approved template instead.',
  },
  code2388039: {
    sentence: 'WhatsApp did not accept the text of this template.',
    advice: 'Change the text and send the template for review again.',
  },
  code2388040: {
    sentence: 'A text of this template is too long.',
    advice: 'Shorten it and send the template for review again.',
  },
  code2388047: {
    sentence: 'WhatsApp did not accept the header of this template.',
    advice: 'Leave line breaks, emoji and formatting out of the header.',
  },
  code2388072: {
    sentence: 'WhatsApp did not accept the main text of this template.',
    advice: 'Change the text and send the template for review again.',
  },
  code2388073: {
    sentence: 'WhatsApp did not accept the footer of this template.',
    advice: 'Leave line breaks, emoji and variables out of the footer.',
  },
  code2388293: {
    sentence: 'There are too many variables for so short a text.',
    advice: 'Write more words around the variables, or use fewer of them.',
  },
  code2388299: {
    sentence: 'A text may not begin or end with a variable.',
    advice: 'Put a word before the first and after the last variable.',
  },
} as const
