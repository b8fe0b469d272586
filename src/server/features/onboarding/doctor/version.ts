import type { DoctorCheck } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { checkedVersion, versionState } from '#server/providers/meta/graph/graph-versions.ts'
import type { Clock } from '../account/moment.ts'

/** Whether the version of Graph that this install asks for is alive, and for how long. */
export function versionCheck(app: App, clock: Clock): DoctorCheck {
  const { asked, served } = app.meta.version
  const answered = served()
  const life = versionState(asked, app.now())
  const check = { id: 'graph version', subject: null, title: 'Graph API version', remedy: null }
  const remedy = `The operator sets META_GRAPH_VERSION to ${checkedVersion} or newer and restarts Tidings.`
  const instead = answered && answered !== asked ? ` Meta answers with ${answered} instead.` : ''
  if (life.state === 'ended') {
    const finding = `${asked} ended on ${clock.day(life.endsAt)}.${instead}`
    return { ...check, state: 'attention', finding, meaning: `Some answers may differ. ${remedy}` }
  }
  if (life.state === 'ending') {
    const finding = `${asked} ends on ${clock.day(life.endsAt)}.${instead}`
    return { ...check, state: 'attention', finding, meaning: remedy }
  }
  if (instead) {
    return { ...check, state: 'attention', finding: `${asked} is set.${instead}`, meaning: remedy }
  }
  const until = life.state === 'alive' && life.endsAt ? `, supported until ${clock.day(life.endsAt)}` : ''
  return { ...check, state: 'good', finding: `${asked}${until}.`, meaning: null }
}
