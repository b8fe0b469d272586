export const conversations = {
  unknownPage: 'This page does not exist. Go back to the first one.',
  neverWrote: 'This person has not written to you yet. Send an approved template.',
  windowClosed: 'The 24-hour reply window has closed. Send an approved template.',
  snoozeTime: 'Choose a time within the next year.',
  noMember: 'This person is not in your team.',
  changed:
    '{count, plural, =0 {Nothing changed.} one {# conversation changed.} other {# conversations changed.}}',
  fileEmpty: 'The file is empty.',
  fileMissing: 'Choose a file.',
  fileType: "WhatsApp can't send this kind of file. Use JPEG, PNG, MP4, MP3, PDF, Word, Excel or text.",
  fileTooLarge:
    '{kind, select, image {Pictures} video {Videos} audio {Recordings} other {Documents}} have at most {size, number} MB.',
  fileRefused: 'WhatsApp did not take the file: {reason}',
  answeredMeanwhile: '{name} has just answered here. Read it before you send.',
  undoTooLate: 'The message has left. It can no longer be taken back.',
  noConverter: 'This recording cannot be sent from this server. Ask your administrator to install ffmpeg.',
  notPlayable: 'This recording cannot be played here. Download it.',
  recordingBroken: 'The recording could not be read. Record it again.',
  recordingEmpty: 'The recording is too short. Record it again.',
  mostLabels: 'A business has at most {most, number} labels. Delete or merge some first.',
  mostViews: 'You can keep at most {most, number} views. Delete one first.',
  labelTaken: 'There is a label "{name}" already.',
  viewTaken: 'There is a view "{name}" already.',
  bulkWhich: 'Choose conversations, or a filter.',
  filterUnknown: 'This filter names a member, number or campaign that you do not have.',
  shortcutTaken: 'Another quick reply has the shortcut /{shortcut}.',
  undoOver: 'This can no longer be undone.',
  file: {
    notOurs: 'This is no file of inbox settings. Choose one that "Export settings" made.',
    newer: 'A newer version of Tidings made this file. Update this one first.',
    entry:
      '{part, select, quick_replies {Quick replies} labels {Labels} fields {Custom fields} office_hours {Office hours} views {Saved views} settings {How the inbox answers} other {{part}}}, entry {nr}: {problem}',
    entryField:
      '{part, select, quick_replies {Quick replies} labels {Labels} fields {Custom fields} office_hours {Office hours} views {Saved views} settings {How the inbox answers} other {{part}}}, entry {nr}, "{field}": {problem}',
    part: '{part, select, quick_replies {Quick replies} labels {Labels} fields {Custom fields} office_hours {Office hours} views {Saved views} settings {How the inbox answers} other {{part}}}: {problem}',
    twice:
      '{part, select, quick_replies {Quick replies} labels {Labels} fields {Custom fields} office_hours {Office hours} views {Saved views} settings {How the inbox answers} other {{part}}}: "{name}" is in the file twice. Remove one of the two.',
    noMember: 'No one in your team has the e-mail address {email}.',
    noNumber: 'The number {number} is not connected here.',
    noCampaign: 'There is no campaign "{name}" here.',
    otherKind: 'There is a field of this name with another kind.',
  },
} as const
