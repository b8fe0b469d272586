/** Why the posts of an account wait although their time may come; null where it can be posted to. */
export function heldBy({
  status,
  status_reason,
}: {
  status: string
  status_reason: string | null
}): 'account_disconnected' | 'access_withdrawn' | 'reconnect' | null {
  if (status === 'disconnected')
    return status_reason === 'withdrawn' ? 'access_withdrawn' : 'account_disconnected'
  return status === 'reconnect' ? 'reconnect' : null
}
