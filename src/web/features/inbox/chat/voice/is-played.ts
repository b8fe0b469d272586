/** Whether this browser says that it plays sound of this type. Safari plays no Opus in Ogg before version 18.4. */
export const isPlayed = (mime: string | null): boolean =>
  mime?.startsWith('audio/') !== true || document.createElement('audio').canPlayType(mime) !== ''
