/** What Facebook's login dialog is opened with. */
export type DialogOptions = {
  /** Exactly one of the app's valid redirect addresses. */
  redirectUri: string
  /** Random, for one use, bound to the session: comes back unchanged. */
  state: string
  /** Permissions asked for; ignored when a configuration is used, which has its own. */
  scopes?: readonly string[]
  /** A Login for Business configuration. */
  configId?: string
  /** Embedded Signup's options, as `{setup: {}, featureType: '', sessionInfoVersion: '3'}`. */
  extras?: object
  /** Needed for configurations that give a system-user token; user-token configurations break with it. */
  overrideDefaultResponseType?: boolean
  /** Asks again for what was declined before. */
  rerequest?: boolean
}

/** Source: …/facebook-login/guides/advanced/manual-flow. */
export function buildDialogAddress(
  app: { dialogUrl: string; version: string; appId: string },
  options: DialogOptions,
): string {
  const address = new URL(`${app.dialogUrl.replace(/\/+$/, '')}/${app.version}/dialog/oauth`)
  const query = address.searchParams
  query.set('client_id', app.appId)
  query.set('redirect_uri', options.redirectUri)
  query.set('state', options.state)
  query.set('response_type', 'code')
  if (options.configId !== undefined) {
    query.set('config_id', options.configId)
    if (options.overrideDefaultResponseType) query.set('override_default_response_type', 'true')
  } else if (options.scopes && options.scopes.length > 0) {
    query.set('scope', options.scopes.join(','))
  }
  if (options.rerequest) query.set('auth_type', 'rerequest')
  if (options.extras !== undefined) query.set('extras', JSON.stringify(options.extras))
  return address.href
}
