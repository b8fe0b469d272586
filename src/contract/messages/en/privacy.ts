export const privacy = {
  confirmErase: "Confirm that you want to erase this person's data for good.",
} as const
