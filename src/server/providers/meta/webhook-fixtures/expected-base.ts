export const wabaId = '102290129340398'
export const number = { wabaId, phoneNumberId: '106540352242922', displayPhoneNumber: '15550783881' }
export const at = 1_739_321_024_000

/** Of the message that the statuses and replies are about. */
export const messageId = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI3RjA1'
