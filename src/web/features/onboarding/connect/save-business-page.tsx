import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { onboarding } from '#contract/onboarding.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { SubmitError } from '#web/components/forms/field.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { readKey, removeKey, writeKey } from '#web/session/storage.ts'
import { useAssets, useConnectionChanged } from '../onboarding.queries.ts'
import { ConnectSteps } from './connect-steps.tsx'
import '../onboarding.css'

/** From saved to the dashboard, in ms. */
const redirectMs = 2_000
const words = () => ({
  failed: t('onboarding.connect.save.failed'),
  unreachable: t('onboarding.connect.serverError'),
})

export default function SaveBusinessPage() {
  // Read once: saving removes them, and the screen goes on showing what was saved.
  const [chosen] = useState(() => ({
    waba: readKey('selected_waba_id'),
    phone: readKey('selected_phone_id'),
  }))
  if (!chosen.waba || !chosen.phone) return <Navigate replace to="/meta/select-assets" />
  return <Save wabaId={chosen.waba} phoneId={chosen.phone} />
}

function Save({ wabaId, phoneId }: { wabaId: string; phoneId: string }) {
  const navigate = useNavigate()
  const changed = useConnectionChanged()
  const assets = useAssets().data?.assets
  const number = assets?.phone_numbers.find(({ id }) => id === phoneId)
  const save = useMutation({
    mutationFn: () =>
      call(onboarding.saveDetails, {
        body: {
          waba_id: wabaId,
          phone_number_id: phoneId,
          verified_name: number?.display_name.split(' · ')[1] ?? '',
        },
      }),
    onSuccess: async () => {
      removeKey('selected_waba_id')
      removeKey('selected_phone_id')
      writeKey('justConnected', 'true')
      await changed()
      toast.success(t('onboarding.connect.save.saved'))
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
  const failed = save.data?.steps.some(({ ok }) => !ok) ?? false
  useEffect(() => {
    if (!save.isSuccess) return
    const timer = setTimeout(() => navigate('/dashboard'), redirectMs)
    return () => clearTimeout(timer)
  }, [save.isSuccess, navigate])
  return (
    <>
      <PageHeader
        title={t('onboarding.connect.save.title')}
        crumbs={[{ to: '/meta/select-assets', name: t('onboarding.connect.save.crumb') }]}
        lede={t('onboarding.connect.save.lede')}
      />
      <div className="onb-narrow stack">
        <SubmitError error={save.error} words={words()} />
        <KeyValues
          rows={[
            [t('onboarding.connect.save.account'), assets?.wabas.find(({ id }) => id === wabaId)?.name],
            [
              t('onboarding.connect.save.wabaId'),
              <code key="waba" className="mono">
                {wabaId}
              </code>,
            ],
            [t('onboarding.connect.save.number'), number?.display_name],
            [
              t('onboarding.connect.save.phoneId'),
              <code key="phone" className="mono">
                {phoneId}
              </code>,
            ],
          ]}
        />
        <div className="onb-acts">
          <Button
            kind="yours"
            size="large"
            disabled={save.isPending || save.isSuccess}
            onClick={() => save.mutate()}
          >
            {save.isPending
              ? t('onboarding.connect.save.busy')
              : save.isSuccess
                ? t('onboarding.connect.save.done')
                : t('onboarding.connect.save.submit')}
          </Button>
          <LinkButton kind="quiet" to="/meta/select-assets">
            {t('onboarding.connect.save.chooseAnother')}
          </LinkButton>
        </div>
        {save.data ? <ConnectSteps steps={save.data.steps} /> : null}
        {failed ? <Banner kind="yours">{t('onboarding.connect.save.unfinished')}</Banner> : null}
      </div>
    </>
  )
}
