import { inboxFile } from '#contract/conversations/settings-file.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { exportSettings } from './export-settings.ts'
import { checkSettings, importSettings } from './import-settings.ts'

/** The settings of the inbox as a file. */
export function settingsFileRoutes(http: Http, app: App): void {
  route(http, inboxFile.get, async ({ caller }) => ({ file: await exportSettings(app, caller) }))
  route(http, inboxFile.check, async ({ caller, body }) => ({
    result: await checkSettings(app, caller, body.file),
  }))
  route(http, inboxFile.import, async ({ caller, body }) => ({
    result: await importSettings(app, caller, body.file),
  }))
}
