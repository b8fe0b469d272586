import { SocialError } from './social-error.ts'

/**
 * An upload address that a network gave us. A token goes with it, so it is used only where it is that network's own
 * host, or the one we reach the network at.
 */
export function trustedUpload(address: string, apiUrl: string, hosts: readonly string[]): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isOwn = url?.origin === new URL(apiUrl).origin
  const isNetworks = url?.protocol === 'https:' && hosts.some((host) => `.${url.hostname}`.endsWith(host))
  if (!url || !(isOwn || isNetworks))
    throw new SocialError('unreadable', 'The network gave an upload address of another host.')
  return url.href
}
