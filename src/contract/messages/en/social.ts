export const social = {
  platform: 'Choose facebook, instagram, youtube or linkedin.',
  chooseOne: 'Choose at least one account.',
  localTime: 'Write the time as 09:30.',
  allRequired: 'All fields are required.',
  draftMax: 'This draft is too long to be saved. Shorten it.',
} as const
