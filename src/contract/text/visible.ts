/** Characters that leave nothing on a screen: spaces, controls, joiners, fillers of Hangul, the blank of Braille. */
const unseen = /[\s\p{C}\u115f\u1160\u3164\uffa0\u2800]|\u034f|\ufe0f/gu

/** Whether a person would see anything of a text. */
export const isVisible = (text: string): boolean => text.replaceAll(unseen, '') !== ''
