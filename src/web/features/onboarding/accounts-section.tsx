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
import { call, sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { NumberWindow } from './number-windows.tsx'
import { useConnectionChanged } from './onboarding.queries.ts'
import './onboarding.css'

/** What is connected: each account with its access, and its numbers, one of which sends by default. */
export function AccountsSection({ accounts }: { accounts: readonly WhatsappAccount[] }) {
  return (
    <Section title={accounts.length === 1 ? 'Connected account' : 'Connected accounts'}>
      {accounts.map((account) => (
        <Account key={account.waba_id} account={account} />
      ))}
    </Section>
  )
}

const kinds = {
  system_user: 'system-user token',
  business: 'token of Meta’s signup',
  user: 'Facebook login',
} as const

function Account({ account }: { account: WhatsappAccount }) {
  const zone = useZone()
  const changed = useConnectionChanged()
  const disconnect = useMutation({
    mutationFn: () => call(onboarding.disconnect, { body: { waba_id: account.waba_id } }),
    onSuccess: async ({ message }) => {
      await changed()
      toast.success(message ?? 'Disconnected successfully.')
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, { failed: 'Failed to disconnect.', unreachable: 'Server error. Try again.' }),
      ),
  })
  const ask = async () => {
    const yes = await confirm({
      title: `Disconnect ${account.name}?`,
      consequence:
        'Its access token is deleted at once, and nothing more is sent from its numbers; running campaigns stop. Messages, templates and reports stay.',
      confirm: 'Disconnect account',
      cancel: 'Keep it connected',
    })
    if (yes) disconnect.mutate()
  }
  const until = account.token_expires_at
    ? `until ${formatDate(account.token_expires_at, zone)}`
    : 'without an end'
  return (
    <div className="onb-one">
      <div className="onb-account">
        <div className="grow">
          <h3 className="h3">{account.name}</h3>
          <p className="sm t3">
            WABA ID <span className="mono">{account.waba_id}</span>
            {account.token_kind ? `, ${kinds[account.token_kind]} ${until}` : null}
          </p>
        </div>
        <Status tone={toneOf(account)}>{wordOf(account)}</Status>
        <Button
          size="small"
          kind="danger"
          onClick={() => void ask()}
          busy={disconnect.isPending && 'Disconnecting...'}
        >
          Disconnect
        </Button>
      </div>
      {account.phone_numbers.length === 0 ? (
        <p className="t2">
          The account has no phone number yet. Add one in WhatsApp Manager, then press Sync above.
        </p>
      ) : null}
      <MarketingWay account={account} />
      {account.phone_numbers.map((number) => (
        <NumberRow key={number.phone_number_id} number={number} />
      ))}
    </div>
  )
}

const ways = { messages: 'the ordinary way', marketing_messages: 'the Marketing Messages API' } as const

/** Through which of WhatsApp's ways the account sends marketing templates. */
function MarketingWay({ account }: { account: WhatsappAccount }) {
  const changed = useConnectionChanged()
  const now = account.marketing_endpoint
  const other = now === 'messages' ? 'marketing_messages' : 'messages'
  const change = useMutation({
    mutationFn: () =>
      call(onboarding.setMarketingEndpoint, { body: { waba_id: account.waba_id, endpoint: other } }),
    onSuccess: async () => {
      await changed()
      toast.success(`Marketing goes through ${ways[other]} now.`)
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'Server error. Try again.' })),
  })
  return (
    <div className="onb-number">
      <p className="t2">Marketing templates go through {ways[now]}.</p>
      <div className="acts-in">
        <Button size="small" onClick={() => change.mutate()} busy={change.isPending && 'Saving...'}>
          Use {ways[other]}
        </Button>
      </div>
    </div>
  )
}

function toneOf(account: WhatsappAccount): Tone {
  if (account.status === 'reconnect' || account.blocked_reason) return 'failed'
  return 'delivered'
}

function wordOf(account: WhatsappAccount): string {
  if (account.status === 'reconnect') return 'Reconnect needed'
  return account.blocked_reason ? 'Stopped by Meta' : 'Connected'
}

const qualities: Record<string, [Tone, string]> = {
  GREEN: ['delivered', 'Quality high'],
  YELLOW: ['yours', 'Quality medium'],
  RED: ['failed', 'Quality low'],
}

const stepLabels = { code: 'Verify', registration: 'Register', pin: 'Enter PIN' } as const

function NumberRow({ number }: { number: PhoneNumber }) {
  const [open, setOpen] = useState(false)
  const changed = useConnectionChanged()
  const makeDefault = useMutation({
    mutationFn: () =>
      call(onboarding.setDefaultNumber, { body: { phone_number_id: number.phone_number_id } }),
    onSuccess: () => changed(),
    onError: (error) => toast.error(sentenceFor(error, { failed: 'Server error. Try again.' })),
  })
  const sends = number.status === 'CONNECTED'
  const quality = qualities[number.quality_rating]
  return (
    <div className="onb-number">
      <div>
        <div className="onb-acts">
          <b className="num">{formatPhone(number.phone)}</b>
          <span className="t2">{number.verified_name}</span>
          {number.is_default ? <Tag name="Sends by default" /> : null}
        </div>
        <div className="facts mt1">
          <Status tone={sends ? 'delivered' : 'wait'}>{sends ? 'Connected' : stateWord(number)}</Status>
          {quality ? <Status tone={quality[0]}>{quality[1]}</Status> : null}
          <span>
            {number.throughput_per_second === null
              ? 'No speed limit'
              : `${formatNumber(number.throughput_per_second)} a second`}
          </span>
          <span>
            {number.messaging_limit === null
              ? 'No daily limit'
              : `${formatNumber(number.messaging_limit)} new people a day`}
          </span>
          {number.on_business_app ? <span>Also in the WhatsApp Business app</span> : null}
        </div>
      </div>
      <div className="acts-in">
        {number.needs ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {stepLabels[number.needs]}
          </Button>
        ) : null}
        {!number.is_default && sends ? (
          <Button
            size="small"
            onClick={() => makeDefault.mutate()}
            busy={makeDefault.isPending && 'Saving...'}
          >
            Send with it
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

function stateWord(number: PhoneNumber): string {
  if (number.needs) return number.needs === 'code' ? 'Not verified yet' : 'Not registered yet'
  const words = number.status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
