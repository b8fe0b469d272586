export const privacy = {
  archiveShorter: 'Archived messages cannot be kept for less time than messages that can be searched.',
} as const
