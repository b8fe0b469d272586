import type { InputOf } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/security/passkeys.ts'

type Made = InputOf<typeof passkeys.add>['body']['credential']
type Signed = InputOf<typeof passkeys.logIn>['body']['credential']

/** The person closed the browser's question, or let it time out; or the device has a passkey of this account. */
export class PasskeyError extends Error {
  readonly reason: 'cancelled' | 'known'

  constructor(reason: PasskeyError['reason'], cause: unknown) {
    super(`the passkey was not given: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Whether this browser makes passkeys at this address: it needs https or localhost, and a name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname)

/** Asks the person for a new passkey. @throws PasskeyError */
export async function makePasskey(options: object): Promise<Made> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, type, authenticatorAttachment, response } = await startRegistration({
    optionsJSON,
  }).catch(explain)
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    authenticatorAttachment,
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Asks the person for one of their passkeys. @throws PasskeyError */
export async function signByPasskey(options: object): Promise<Signed> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, type, authenticatorAttachment, response } = await startAuthentication({
    optionsJSON,
  }).catch(explain)
  return { id, rawId, type, authenticatorAttachment, response }
}

/** By the names that the WebAuthn standard gives to failures (§5.1.3 and §5.1.4). */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new PasskeyError('known', error)
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('cancelled', error)
  throw error
}
