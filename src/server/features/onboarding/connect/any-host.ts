import type { App } from '#server/app.ts'

/**
 * The app as a browser sees it that came by another name than `localhost`. Without a fixed public address, a test-mode
 * install is opened from other machines by its address in the network, where the dialog must have that name too.
 */
export function atHost(app: App, host: string | undefined): App {
  const { settings } = app
  if (!settings.anyHost || !host || !/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host)) return app
  const publicUrl = new URL(`http://${host}`)
  const dialog = new URL(settings.meta.dialogUrl)
  const ours = dialog.origin
  dialog.hostname = publicUrl.hostname
  if (dialog.origin === ours && publicUrl.origin === settings.publicUrl) return app
  return {
    ...app,
    settings: {
      ...settings,
      publicUrl: publicUrl.origin,
      meta: { ...settings.meta, dialogUrl: dialog.origin },
    },
    meta: {
      ...app.meta,
      dialogAddress: (options) => app.meta.dialogAddress(options).replace(ours, dialog.origin),
    },
  }
}

/**
 * Likewise for links that people are given. Where they are mailed, the caller does not say where they lead: anybody
 * could have a stranger mailed a link to a site of theirs.
 */
export const linksAtHost: typeof atHost = (app, host) => (app.mail ? app : atHost(app, host))
