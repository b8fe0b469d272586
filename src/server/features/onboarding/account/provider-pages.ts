import type { App } from '#server/app.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'

/** A link to a page of the provider. */
export type ProviderPage = { kind: 'page'; label: StoredText; url: string }

/** Only Facebook has these pages; the sandbox has none. */
function page(app: App, label: StoredText, url: string): ProviderPage | null {
  return app.settings.meta.dialogUrl.startsWith('https://www.facebook.com')
    ? { kind: 'page', label, url }
    : null
}

export const managerPage = (app: App, label: StoredText): ProviderPage | null =>
  page(app, label, 'https://business.facebook.com/wa/manage/home/')

export const numbersPage = (app: App, label: StoredText): ProviderPage | null =>
  page(app, label, 'https://business.facebook.com/wa/manage/phone-numbers/')

export const appPage = (app: App, label: StoredText): ProviderPage | null =>
  page(app, label, `https://developers.facebook.com/apps/${app.settings.meta.appId}/settings/basic/`)

export const settingsPage = (app: App, label: StoredText): ProviderPage | null =>
  page(app, label, 'https://business.facebook.com/settings/security')
