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
} as const
