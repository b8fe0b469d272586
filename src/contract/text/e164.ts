/** E.164 as the specification has it: a plus sign, a first digit 1-9, then 7 to 14 digits. */
export const e164Pattern = /^\+[1-9]\d{7,14}$/
