import { chatbot, chatbotFlows, chatbotRules, chatbotSecrets } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { attachFile, uploadedFile } from '#server/features/conversations/conversations.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { listAiAnswers } from './ai/answer.ts'
import { getAi, saveAi } from './ai/settings.ts'
import { botStateOf, pauseBot, resumeBot } from './conversation-state.ts'
import { simulate } from './engine/simulate.ts'
import { marketingTemplates } from './flows/all-problems.ts'
import { readFigures } from './flows/figures.ts'
import {
  archiveFlow,
  createFlow,
  diffVersions,
  exportFlow,
  getDraft,
  getFlow,
  getVersion,
  importFlow,
  listFlows,
  listVersions,
  publishFlow,
  saveFlow,
} from './flows/flows.ts'
import { readyMade, readyMadeFlows } from './flows/ready-made.ts'
import {
  createRule,
  deleteRule,
  listRules,
  readWeek,
  reorderRules,
  saveRule,
  switchRule,
  testRules,
} from './rules/rules.ts'
import { createSecret, listSecrets } from './secrets/secrets.ts'
import { getSettings, saveSettings } from './settings.ts'

export function chatbotRoutes(http: Http, app: App): void {
  rulesRoutes(http, app)
  flowsRoutes(http, app)
  route(http, chatbot.settings, async ({ caller }) => ({
    settings: await getSettings(app, caller.businessId),
  }))
  route(http, chatbot.saveSettings, async ({ caller, body }) => ({
    settings: await saveSettings(app, caller.businessId, body),
  }))
  route(http, chatbot.ai, async ({ caller }) => ({ settings: await getAi(app, caller.businessId) }))
  route(http, chatbot.saveAi, async ({ caller, body }) => ({
    settings: await saveAi(app, caller.businessId, body),
  }))
  route(http, chatbotSecrets.list, async ({ caller }) => ({
    secrets: await listSecrets(app, caller.businessId),
  }))
  route(http, chatbotSecrets.create, async ({ caller, body }) => ({
    secret: await createSecret(app, caller.businessId, body),
  }))
  route(http, chatbot.aiLog, ({ caller, query }) => listAiAnswers(app, caller.businessId, query))
  route(http, chatbot.state, async ({ caller, params }) => ({
    bot: await botStateOf(app, caller.businessId, params.id),
  }))
  route(http, chatbot.attach, async ({ caller, request }) => {
    const given = { ...(await uploadedFile(request)), recorded: false }
    return { file: await attachFile(app, caller, null, given) }
  })
  route(http, chatbot.pause, async ({ caller, params, body }) => ({
    bot: await pauseBot(app, caller.businessId, params.id, body.minutes),
  }))
  route(http, chatbot.resume, async ({ caller, params }) => ({
    bot: await resumeBot(app, caller.businessId, params.id),
  }))
}

function rulesRoutes(http: Http, app: App): void {
  route(http, chatbotRules.list, async ({ caller }) => {
    const [rules, week] = await Promise.all([
      listRules(app, caller.businessId),
      readWeek(app, caller.businessId),
    ])
    return { rules, week }
  })
  route(http, chatbotRules.create, async ({ caller, body }) => ({
    rule: await createRule(app, caller.businessId, body),
  }))
  route(http, chatbotRules.reorder, async ({ caller, body }) => ({
    rules: await reorderRules(app, caller.businessId, body.ids),
  }))
  route(http, chatbotRules.test, ({ caller, body }) => testRules(app, caller.businessId, body))
  route(http, chatbotRules.save, async ({ caller, params, body }) => ({
    rule: await saveRule(app, caller.businessId, params.id, body),
  }))
  route(http, chatbotRules.switch, async ({ caller, params, body }) => ({
    rule: await switchRule(app, caller.businessId, params.id, body.enabled),
  }))
  route(http, chatbotRules.delete, async ({ caller, params }) => {
    await deleteRule(app, caller.businessId, params.id)
    return {}
  })
}

function flowsRoutes(http: Http, app: App): void {
  route(http, chatbotFlows.list, async ({ caller, query }) => ({
    flows: await listFlows(app, caller.businessId, query.archived),
  }))
  route(http, chatbotFlows.create, async ({ caller, body }) => ({
    flow: await createFlow(
      app,
      caller.businessId,
      body.name,
      body.ready_made && readyMade(body.ready_made).definition,
    ),
  }))
  route(http, chatbotFlows.import, ({ caller, body }) => importFlow(app, caller.businessId, body.file))
  route(http, chatbotFlows.readyMade, async () => ({ flows: readyMadeFlows() }))
  route(http, chatbotFlows.simulate, async ({ caller, body: { definition, state, event } }) => ({
    simulation: simulate(
      definition,
      state,
      event,
      { clock: app.now(), zone: (await getBusiness(app, caller.businessId)).timezone },
      await marketingTemplates(app, caller.businessId, definition, event.type === 'start' ? event : state),
    ),
  }))
  route(http, chatbotFlows.get, ({ caller, params }) => getDraft(app, caller.businessId, params.id))
  route(http, chatbotFlows.save, ({ caller, params, body }) =>
    saveFlow(app, caller.businessId, params.id, body),
  )
  route(http, chatbotFlows.publish, async ({ caller, params, body }) => ({
    flow: await publishFlow(app, caller, params.id, body.revision),
  }))
  route(http, chatbotFlows.versions, async ({ caller, params }) => ({
    versions: await listVersions(app, caller.businessId, params.id),
  }))
  route(http, chatbotFlows.version, async ({ caller, params }) => ({
    definition: await getVersion(app, caller.businessId, params.id, params.version),
  }))
  route(http, chatbotFlows.diff, async ({ caller, params, query }) => ({
    diff: await diffVersions(app, caller.businessId, params.id, query),
  }))
  route(http, chatbotFlows.duplicate, async ({ caller, params, body }) => ({
    flow: await createFlow(
      app,
      caller.businessId,
      body.name,
      (await getFlow(app, caller.businessId, params.id)).draft,
    ),
  }))
  route(http, chatbotFlows.archive, async ({ caller, params, body }) => ({
    flow: await archiveFlow(app, caller.businessId, params.id, body.archived),
  }))
  route(http, chatbotFlows.export, async ({ caller, params }) => ({
    file: await exportFlow(app, caller.businessId, params.id),
  }))
  route(http, chatbotFlows.figures, async ({ caller, params, query }) => ({
    figures: await readFigures(app, caller.businessId, params.id, query.version),
  }))
}
