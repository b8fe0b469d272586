import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { Checklist } from '#web/components/checklist.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'

/** What needs the user. The most urgent one is first and has the marigold button. */
export function YourTurn({ items }: { items: ResponseOf<typeof dashboard.stats>['your_turn'] }) {
  if (items.length === 0) return null
  return (
    <Section
      title={t('dashboard.turn.title')}
      aside={items.length > 1 ? t('dashboard.turn.count', { count: items.length }) : undefined}
    >
      <Checklist
        items={items.map((item, index) => ({
          name: item.name,
          key: item.id,
          state: 'turn',
          note: item.sentence,
          action: (
            <LinkButton size="small" kind={index === 0 ? 'yours' : 'default'} to={item.to}>
              {item.action}
            </LinkButton>
          ),
        }))}
      />
    </Section>
  )
}
