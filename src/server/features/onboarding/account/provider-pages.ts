import type { DoctorRemedy } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'

/** The provider's own pages stand beside its dialog; where that is not Facebook, there are none to lead to. */
function page(app: App, label: string, url: string): DoctorRemedy | null {
  return app.settings.meta.dialogUrl.startsWith('https://www.facebook.com')
    ? { kind: 'page', label, url }
    : null
}

export const managerPage = (app: App, label: string): DoctorRemedy | null =>
  page(app, label, 'https://business.facebook.com/wa/manage/home/')

export const numbersPage = (app: App, label: string): DoctorRemedy | null =>
  page(app, label, 'https://business.facebook.com/wa/manage/phone-numbers/')

export const appPage = (app: App, label: string): DoctorRemedy | null =>
  page(app, label, `https://developers.facebook.com/apps/${app.settings.meta.appId}/settings/basic/`)

export const settingsPage = (app: App, label: string): DoctorRemedy | null =>
  page(app, label, 'https://business.facebook.com/settings/security')
