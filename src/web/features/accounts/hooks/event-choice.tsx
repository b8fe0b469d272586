import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { type HookKind, hookKindNames, type testKind } from '#contract/api/hook-kinds.ts'
import { t } from '#web/messages/t.ts'

/** The name of an event for people. */
export const eventName = (kind: HookKind | typeof testKind): string =>
  t(`hooks.event.${kind.replace('.', '_') as NameOf<typeof kind>}`)
type NameOf<K> = K extends `${infer Thing}.${infer What}` ? `${Thing}_${What}` : K

/** Which events an address gets, and how many in one call. */
export function EventChoice({
  events,
  single,
  error,
  onEvents,
  onSingle,
}: {
  events: readonly HookKind[]
  single: boolean
  error?: ReactNode
  onEvents: (events: HookKind[]) => void
  onSingle: (single: boolean) => void
}) {
  return (
    <>
      <Checkbox.Group
        label={t('hooks.events')}
        required
        value={[...events]}
        error={error}
        onChange={(chosen) => onEvents(hookKindNames.filter((kind) => chosen.includes(kind)))}
      >
        {hookKindNames.map((kind) => (
          <Checkbox key={kind} className="mt2" value={kind} label={eventName(kind)} description={kind} />
        ))}
      </Checkbox.Group>
      <Checkbox
        label={t('hooks.single')}
        description={t('hooks.singleHelp')}
        checked={single}
        onChange={(event) => onSingle(event.currentTarget.checked)}
      />
    </>
  )
}
