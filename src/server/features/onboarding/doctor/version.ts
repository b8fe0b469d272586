import type { App } from '#server/app.ts'
import { checkedVersion, versionState } from '#server/providers/meta/graph/graph-versions.ts'
import { type StoredClock, type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import type { StoredCheck } from './stored-check.ts'

/** Whether the Graph version of this installation is supported, and until when. */
export function versionCheck(app: App, clock: StoredClock): StoredCheck {
  const { asked: version, served } = app.meta.version
  const answered = served()
  const life = versionState(version, app.now())
  const check = {
    id: 'graph version',
    subject: null,
    title: textOf('onboarding.doctor.title.graphVersion'),
    remedy: null,
  }
  const remedy = textOf('onboarding.doctor.version.remedy', { version: checkedVersion })
  const instead: StoredText[] =
    answered && answered !== version
      ? [textOf('onboarding.doctor.version.instead', { version: answered })]
      : []
  if (life.state === 'ended') {
    const ended = textOf('onboarding.doctor.version.ended', { version, date: clock.day(life.endsAt) })
    const meaning = [textOf('onboarding.doctor.version.differs'), remedy]
    return { ...check, state: 'attention', finding: [ended, ...instead], meaning }
  }
  if (life.state === 'ending') {
    const ending = textOf('onboarding.doctor.version.ending', { version, date: clock.day(life.endsAt) })
    return { ...check, state: 'attention', finding: [ending, ...instead], meaning: remedy }
  }
  if (instead.length > 0) {
    const finding = [textOf('onboarding.doctor.version.set', { version }), ...instead]
    return { ...check, state: 'attention', finding, meaning: remedy }
  }
  const finding =
    life.state === 'alive' && life.endsAt
      ? textOf('onboarding.doctor.version.until', { version, date: clock.day(life.endsAt) })
      : textOf('onboarding.doctor.version.good', { version })
  return { ...check, state: 'good', finding, meaning: null }
}
