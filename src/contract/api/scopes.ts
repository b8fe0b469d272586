/**
 * What an API key may do, by endpoint. Stored in rows that are kept: none is renamed. Writing includes sending,
 * which costs money.
 */
export const apiScopes = [
  'leads:read',
  'leads:write',
  'campaigns:read',
  'campaigns:write',
  'messages:read',
  'messages:write',
  'conversations:read',
  'conversations:write',
  'templates:read',
  'templates:write',
  'posts:read',
  'posts:write',
  'hooks:write',
] as const
export type ApiScope = (typeof apiScopes)[number]
