import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { onboarding, type PhoneNumber, type WhatsappAccount } from '#contract/onboarding.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { NumberWindow } from './number-windows.tsx'
import { useConnectionChanged } from './onboarding.queries.ts'
import './onboarding.css'

/** The connected accounts with their access and numbers; one number sends by default. */
export function AccountsSection({ accounts }: { accounts: readonly WhatsappAccount[] }) {
  return (
    <Section title={t('onboarding.account.title', { count: accounts.length })}>
      {accounts.map((account) => (
        <Account key={account.waba_id} account={account} />
      ))}
    </Section>
  )
}

function Account({ account }: { account: WhatsappAccount }) {
  const zone = useZone()
  const changed = useConnectionChanged()
  const disconnect = useMutation({
    mutationFn: () => call(onboarding.disconnect, { body: { waba_id: account.waba_id } }),
    onSuccess: async ({ message }) => {
      await changed()
      toast.success(message ?? t('onboarding.account.disconnected'))
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('onboarding.account.disconnectFailed'),
          unreachable: t('onboarding.account.serverError'),
        }),
      ),
  })
  const ask = async () => {
    const yes = await confirm({
      title: t('onboarding.account.disconnectTitle', { name: account.name }),
      consequence: t('onboarding.account.disconnectText'),
      confirm: t('onboarding.account.disconnectConfirm'),
      cancel: t('onboarding.account.disconnectCancel'),
    })
    if (yes) disconnect.mutate()
  }
  return (
    <div className="onb-one">
      <div className="onb-account">
        <div className="grow">
          <h3 className="h3">{account.name}</h3>
          <p className="sm t3">
            {t.rich('onboarding.account.wabaId', {
              wabaId: account.waba_id,
              id: (text) => <span className="mono">{text}</span>,
            })}
          </p>
          {account.token_kind ? <p className="sm t3">{tokenOf(account.token_kind, account, zone)}</p> : null}
        </div>
        <Status tone={toneOf(account)}>{t(`onboarding.account.state.${stateOf(account)}`)}</Status>
        <Button
          size="small"
          kind="danger"
          onClick={() => void ask()}
          busy={disconnect.isPending && t('onboarding.account.disconnecting')}
        >
          {t('onboarding.account.disconnect')}
        </Button>
      </div>
      {account.phone_numbers.length === 0 ? <p className="t2">{t('onboarding.account.noNumber')}</p> : null}
      <MarketingEndpoint account={account} />
      {account.phone_numbers.map((number) => (
        <NumberRow key={number.phone_number_id} number={number} />
      ))}
    </div>
  )
}

const tokenOf = (kind: string, { token_expires_at: until }: WhatsappAccount, zone: string) =>
  until
    ? t('onboarding.account.tokenUntil', { kind, date: formatDate(until, zone) })
    : t('onboarding.account.tokenLasting', { kind })

/** The API that sends the account's marketing templates. */
function MarketingEndpoint({ account }: { account: WhatsappAccount }) {
  const changed = useConnectionChanged()
  const now = account.marketing_endpoint
  const other = now === 'messages' ? 'marketing_messages' : 'messages'
  const change = useMutation({
    mutationFn: () =>
      call(onboarding.setMarketingEndpoint, { body: { waba_id: account.waba_id, endpoint: other } }),
    onSuccess: async () => {
      await changed()
      toast.success(t('onboarding.account.marketing.changed', { endpoint: other }))
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('onboarding.account.serverError') })),
  })
  return (
    <div className="onb-number">
      <p className="t2">{t('onboarding.account.marketing.now', { endpoint: now })}</p>
      <div className="acts-in">
        <Button
          size="small"
          onClick={() => change.mutate()}
          busy={change.isPending && t('onboarding.account.saving')}
        >
          {t('onboarding.account.marketing.use', { endpoint: other })}
        </Button>
      </div>
    </div>
  )
}

function toneOf(account: WhatsappAccount): Tone {
  if (account.status === 'reconnect' || account.blocked_reason) return 'failed'
  return 'delivered'
}

function stateOf(account: WhatsappAccount) {
  if (account.status === 'reconnect') return 'reconnect'
  return account.blocked_reason ? 'blocked' : 'connected'
}

const qualityTones = { GREEN: 'delivered', YELLOW: 'yours', RED: 'failed' } as const satisfies Record<
  string,
  Tone
>
const isQuality = (rating: string): rating is keyof typeof qualityTones => rating in qualityTones

function NumberRow({ number }: { number: PhoneNumber }) {
  const [open, setOpen] = useState(false)
  const changed = useConnectionChanged()
  const makeDefault = useMutation({
    mutationFn: () =>
      call(onboarding.setDefaultNumber, { body: { phone_number_id: number.phone_number_id } }),
    onSuccess: () => changed(),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('onboarding.account.serverError') })),
  })
  const sends = number.status === 'CONNECTED'
  const quality = number.quality_rating
  return (
    <div className="onb-number">
      <div>
        <div className="onb-acts">
          <b className="num">{formatPhone(number.phone)}</b>
          <span className="t2">{number.verified_name}</span>
          {number.is_default ? <Tag name={t('onboarding.account.number.sendsByDefault')} /> : null}
        </div>
        <div className="facts mt1">
          <Status tone={sends ? 'delivered' : 'wait'}>{stateText(number)}</Status>
          {isQuality(quality) ? (
            <Status tone={qualityTones[quality]}>{t(`onboarding.account.number.quality.${quality}`)}</Status>
          ) : null}
          <span>
            {number.throughput_per_second === null
              ? t('onboarding.account.number.noSpeedLimit')
              : t('onboarding.account.number.speed', { rate: formatNumber(number.throughput_per_second) })}
          </span>
          <span>
            {number.messaging_limit === null
              ? t('onboarding.account.number.noDailyLimit')
              : t('onboarding.account.number.dailyLimit', { count: formatNumber(number.messaging_limit) })}
          </span>
          {number.on_business_app ? <span>{t('onboarding.account.number.onBusinessApp')}</span> : null}
        </div>
      </div>
      <div className="acts-in">
        {number.needs ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t(`onboarding.account.number.needs.${number.needs}`)}
          </Button>
        ) : null}
        {!number.is_default && sends ? (
          <Button
            size="small"
            onClick={() => makeDefault.mutate()}
            busy={makeDefault.isPending && t('onboarding.account.saving')}
          >
            {t('onboarding.account.number.makeDefault')}
          </Button>
        ) : null}
      </div>
      {number.register_error && !sends ? <p className="hint err">{number.register_error}</p> : null}
      {number.needs ? (
        <NumberWindow
          phoneNumberId={number.phone_number_id}
          needs={number.needs}
          opened={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

/** The number's state; a status that the provider added lately is shown in its own words. */
function stateText(number: PhoneNumber): string {
  if (number.status !== 'CONNECTED' && number.needs)
    return number.needs === 'code'
      ? t('onboarding.account.number.state.notVerified')
      : t('onboarding.account.number.state.notRegistered')
  const key = `onboarding.account.number.state.${number.status as 'PENDING'}` as const
  if (t.has(key)) return t(key)
  const words = number.status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
