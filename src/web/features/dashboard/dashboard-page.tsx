import type { ReactNode } from 'react'
import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { OwnAvatar } from '#web/components/avatar.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Stat, Stats } from '#web/components/figures/stat.tsx'
import { useSeconds } from '#web/components/figures/use-seconds.ts'
import { LinkButton } from '#web/components/forms/button.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { useCampaignsTable } from '#web/components/tables/campaigns-table.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/session/me.ts'
import { useUser } from '#web/session/session.ts'
import { OnboardingBanner, useOnboardingStatus } from '../onboarding/onboarding.ts'
import { DashboardLede } from './dashboard-lede.tsx'
import { DashboardSide } from './dashboard-side.tsx'
import { useFirstRun, useStartTestPhone, useTestPhone } from './first-run/first-run.queries.ts'
import { GetStarted, StepFlags } from './first-run/get-started.tsx'
import { TestPhonePanel } from './first-run/test-phone.tsx'
import { firstName, greetingAt } from './greeting.ts'
import { RunningNow } from './running-now.tsx'
import { YourTurn } from './your-turn.tsx'
import './dashboard.css'
import './first-run/first-run.css'
import { t } from '#web/messages/t.ts'
import { useDashboardLive, useDashboardStats, useRecentCampaigns } from './dashboard.queries.ts'

type Figures = ResponseOf<typeof dashboard.stats>

/** The first screen: what is running, what needs the user, and the figures. */
export default function DashboardPage() {
  const user = useUser()
  const zone = useZone()
  const now = useSeconds(true)
  const interval = useDashboardLive()
  const stats = useDashboardStats(interval)
  const firstRun = useFirstRun()
  const steps = firstRun.data?.shown ? firstRun.data.steps : undefined
  const phone = useTestPhone(steps !== undefined)
  const isUnsent = steps?.some(({ code, done_at }) => code === 'message' && done_at === null) ?? false
  const start = useStartTestPhone(isUnsent && phone.data?.state === 'off')
  // A number that was connected later sent nothing to the phone: what stands there would be empty for good.
  const hasPhone = phone.data && (phone.data.state === 'on' || (phone.data.state === 'off' && isUnsent))
  const testPhone = steps && hasPhone ? phone.data : undefined
  // The steps say what comes next; what stops sending is said besides.
  const turns = stats.data?.your_turn.filter(({ kind }) => !steps || kind !== 'step') ?? []
  const cards = stats.data ? <Cards figures={stats.data} /> : stats.isPending ? <CardBones /> : null
  return (
    <>
      <PageHeader
        title={t('dashboard.greeting.title', {
          greeting: greetingAt(now, zone),
          name: firstName(user?.name),
        })}
        over={formatMoment(now, zone)}
        lede={
          stats.data ? (
            <DashboardLede figures={stats.data} steps={steps} />
          ) : stats.isPending ? (
            <Bone width="20rem" height={28} />
          ) : undefined
        }
        actions={
          <Who
            name={user?.name ?? t('dashboard.greeting.guest')}
            email={user?.email ?? t('dashboard.greeting.guest')}
            avatar={user?.avatar ?? true}
          />
        }
      />
      <OnboardingBanner calm={steps !== undefined} />
      <YourTurn items={turns} />
      {stats.isError ? <ErrorState error={stats.error} dataFrom={stats.dataUpdatedAt} /> : null}
      {steps ? <StepFlags steps={steps} /> : firstRun.isPending ? null : cards}
      {steps ? (
        <FirstSteps
          phone={testPhone ? <TestPhonePanel phone={testPhone} error={phone.error} zone={zone} /> : null}
        >
          <GetStarted steps={steps} start={testPhone && start} zone={zone} now={now} />
        </FirstSteps>
      ) : null}
      <div className="cols mt8 dash-below">
        <div>
          {stats.data?.running.length ? <RunningNow campaigns={stats.data.running} now={now} /> : null}
          <RecentCampaigns
            zone={zone}
            first={!stats.data?.running.length}
            calm={steps !== undefined}
            interval={interval}
            isErrorShown={stats.isError}
          />
        </div>
        <aside aria-label={t('dashboard.side')}>
          <DashboardSide figures={stats.data} failed={stats.isError} />
        </aside>
      </div>
      {steps ? cards : null}
    </>
  )
}

/** The steps, and the phone beside them where there is one. */
function FirstSteps({ phone, children }: { phone: ReactNode; children: ReactNode }) {
  if (!phone) return <div className="mt8">{children}</div>
  return (
    <div className="cols mt8">
      <div>{children}</div>
      <aside aria-label={t('firstRun.phone.title')}>{phone}</aside>
    </div>
  )
}

function Who({ name, email, avatar }: { name: string; email: string; avatar: boolean }) {
  return (
    <div className="row n dash-who">
      <OwnAvatar name={name} size="large" on={avatar} />
      <div className="sm">
        <div className="b">{name}</div>
        <div className="t3">{email}</div>
      </div>
    </div>
  )
}

function Cards({ figures }: { figures: Figures }) {
  const { stats, leads, messages, campaigns: counts, today } = figures
  const active = [
    counts.running ? t('dashboard.cards.running', { count: counts.running }) : null,
    counts.scheduled ? t('dashboard.cards.scheduled', { count: counts.scheduled }) : null,
    counts.paused ? t('dashboard.cards.paused', { count: counts.paused }) : null,
  ].filter(Boolean)
  return (
    <div className="mt6">
      <Stats label={t('dashboard.cards.label')}>
        <Stat
          name={t('dashboard.cards.leads')}
          value={stats.leads}
          series={stats.leads ? leads.days : undefined}
          note={t('dashboard.cards.leadsNote', { week: leads.this_week, consent: leads.with_consent })}
        />
        <Stat
          name={t('dashboard.cards.messages')}
          value={stats.messages}
          series={stats.messages ? messages.days : undefined}
          note={t('dashboard.cards.messagesNote', { count: today.sent })}
        />
        <Stat
          name={t('dashboard.cards.campaigns')}
          value={stats.campaigns}
          note={
            active.join(', ') ||
            (counts.total ? t('dashboard.cards.total', { count: counts.total }) : t('dashboard.cards.none'))
          }
        />
      </Stats>
    </div>
  )
}

function CardBones() {
  return (
    <div className="mt6" role="status" aria-label={t('dashboard.cards.loading')}>
      <Stats label={t('dashboard.cards.label')}>
        {['leads', 'messages', 'campaigns'].map((name) => (
          <div className="stat stack" key={name}>
            <Bone width="40%" height={13} />
            <Bone width="55%" height={30} />
            <Bone width="70%" height={10} />
          </div>
        ))}
      </Stats>
    </div>
  )
}

function RecentCampaigns({
  zone,
  first,
  calm,
  interval,
  isErrorShown,
}: {
  zone: string
  first: boolean
  /** The marigold button stands elsewhere. */
  calm: boolean
  interval: number
  /** The page shows an error already; its button loads everything again. */
  isErrorShown: boolean
}) {
  // Until a number is connected, the next step is in the banner above.
  const { status } = useOnboardingStatus()
  const table = useCampaignsTable(zone)
  const list = useRecentCampaigns(interval)
  return (
    <Section
      first={first}
      title={t('dashboard.recent.title')}
      aside={
        list.isPending ? (
          <span className="sm t3 loading-words">{t('dashboard.recent.loading')}</span>
        ) : (
          t('dashboard.recent.timesIn', { zone })
        )
      }
    >
      {list.isError && !isErrorShown ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} dataFrom={list.dataUpdatedAt} />
      ) : null}
      {list.isError && !list.data ? (
        <p className="t2">{t('dashboard.recent.failed')}</p>
      ) : (
        <DataTable
          {...table}
          rows={list.data?.campaigns ?? []}
          loading={list.isPending}
          empty={
            <Empty
              level={3}
              title={t('dashboard.recent.empty')}
              actions={
                <LinkButton kind={status?.isReady && !calm ? 'yours' : 'default'} to="/campaigns">
                  {t('dashboard.recent.create')}
                </LinkButton>
              }
            >
              {t('dashboard.recent.how')}
            </Empty>
          }
        />
      )}
    </Section>
  )
}
