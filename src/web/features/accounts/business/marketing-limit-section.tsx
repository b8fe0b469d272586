import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { segments } from '#contract/growth/segments.ts'
import { messages } from '#contract/messages.ts'
import type { MarketingCap } from '#contract/values.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { CapFields } from '#web/components/forms/cap-fields.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, editQuery, keyOf } from '#web/net/api.ts'

const words = () => ({ failed: t('app.failedTryAgain') })

/** How many marketing messages one person gets at most. */
export function MarketingLimitSection() {
  const settings = useQuery({ ...editQuery(messages.getSettings), refetchOnWindowFocus: false })
  return (
    <Section title={t('businessSettings.limit.title')}>
      <p className="t2">{t('businessSettings.limit.help')}</p>
      {settings.data ? (
        <LimitForm stored={settings.data.settings.marketing_cap} />
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : (
        <SkeletonRows label={t('businessSettings.limit.title')} />
      )}
    </Section>
  )
}

function LimitForm({ stored }: { stored: MarketingCap | null }) {
  const [cap, setCap] = useState(stored)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => call(messages.saveSettings, { body: { marketing_cap: cap } }),
    onSuccess: async () => {
      await Promise.all(
        [messages.getSettings, campaigns.check, segments.estimate].map((one) =>
          queries.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      )
      toast.success(t('businessSettings.limit.saved'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className="stack narrow mt4" onSubmit={submit}>
      <CapFields description={t('businessSettings.limit.hint')} cap={cap} onChange={setCap} />
      <SubmitError error={save.error} words={words()} />
      <div>
        <Button type="submit" busy={save.isPending && t('businessSettings.saving')}>
          {t('businessSettings.limit.save')}
        </Button>
      </div>
    </form>
  )
}
