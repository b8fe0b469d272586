export const sequences = {
  noNumber: 'Connect a WhatsApp number. These messages are sent then.',
  otherAccount:
    'The template “{template}” belongs to another WhatsApp account than the number. Choose another number or template.',
  nowMarketing:
    'WhatsApp counts {template} as marketing now, so messages may cost more. If you agree, pause the sequence and resume it. To send another template, edit the step: only new people get it. Those already in the sequence wait until you resume.',
  otherVariables:
    'The numbered variables of {template} changed places. Check what fills them in the step and save it if you change it. Then pause the sequence and resume it. Those already in the sequence wait until you resume, and get the step’s present values.',
  alsoMarketing: 'WhatsApp counts {templates} as marketing now, too. Check this, then resume again.',
  step: 'Step {number, number}: {sentence}',
  editedMeanwhile: 'This sequence was edited meanwhile. Reload it and make your change again.',
  tooMany: 'A business has at most {most, number} sequences. Delete one that you don’t use.',
  inUse: 'People are in this sequence. Pause it and take them out first.',
  notRunning: 'Start the sequence before you add people.',
} as const
