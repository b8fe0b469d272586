import { useQuery, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
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
import { counted, formatNumber } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { keyOf, queryFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'
import { useZone } from '#web/session/me.ts'
import { useUser } from '#web/session/session.ts'
import { OnboardingBanner, useOnboardingStatus } from '../onboarding/onboarding.ts'
import { DashboardLede } from './dashboard-lede.tsx'
import { DashboardSide } from './dashboard-side.tsx'
import { firstName, greetingAt } from './greeting.ts'
import { RunningNow } from './running-now.tsx'
import { YourTurn } from './your-turn.tsx'
import './dashboard.css'

type Figures = ResponseOf<typeof dashboard.stats>

const recentCount = 6

/** The first thing one sees: what is going on, what waits for one, and how things stand. */
export default function DashboardPage() {
  const user = useUser()
  const zone = useZone()
  const now = useSeconds(true)
  const queries = useQueryClient()
  const live = useLive(dashboard.live, undefined, {
    onEvent: () => {
      void queries.invalidateQueries({ queryKey: keyOf(dashboard.stats) })
      void queries.invalidateQueries({ queryKey: keyOf(campaigns.list) })
    },
  })
  const stats = useQuery({ ...queryFor(dashboard.stats), refetchInterval: live.refetchInterval || 30_000 })
  return (
    <>
      <PageHeader
        title={`${greetingAt(now, zone)}, ${firstName(user?.name)}`}
        over={formatMoment(now, zone)}
        lede={
          stats.data ? (
            <DashboardLede figures={stats.data} />
          ) : stats.isPending ? (
            <Bone width="20rem" height={28} />
          ) : undefined
        }
        actions={
          <Who name={user?.name ?? 'guest'} email={user?.email ?? 'guest'} avatar={user?.avatar ?? true} />
        }
      />
      <OnboardingBanner />
      {stats.data ? <YourTurn items={stats.data.your_turn} /> : null}
      {stats.isError ? <ErrorState error={stats.error} dataFrom={stats.dataUpdatedAt} /> : null}
      {stats.data ? <Cards figures={stats.data} /> : stats.isPending ? <CardBones /> : null}
      <div className="cols mt8">
        <div>
          {stats.data?.running.length ? <RunningNow campaigns={stats.data.running} now={now} /> : null}
          <RecentCampaigns
            zone={zone}
            first={!stats.data?.running.length}
            interval={live.refetchInterval}
            isErrorShown={stats.isError}
          />
        </div>
        <aside aria-label="Today and tools">
          <DashboardSide figures={stats.data} failed={stats.isError} />
        </aside>
      </div>
    </>
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
    counts.running ? `${counts.running} running` : null,
    counts.scheduled ? `${counts.scheduled} scheduled` : null,
    counts.paused ? `${counts.paused} paused` : null,
  ].filter(Boolean)
  return (
    <div className="mt6">
      <Stats label="Figures">
        <Stat
          name="Leads Collected"
          value={stats.leads}
          series={stats.leads ? leads.days : undefined}
          note={`${formatNumber(leads.this_week)} this week, ${formatNumber(leads.with_consent)} with consent`}
        />
        <Stat
          name="Messages Sent"
          value={stats.messages}
          series={stats.messages ? messages.days : undefined}
          note={`${formatNumber(today.sent)} today`}
        />
        <Stat
          name="Active Campaigns"
          value={stats.campaigns}
          note={
            active.join(', ') ||
            (counts.total ? `${counted(counts.total, 'campaign', 'campaigns')} so far` : 'None yet')
          }
        />
      </Stats>
    </div>
  )
}

function CardBones() {
  return (
    <div className="mt6" role="status" aria-label="Loading figures">
      <Stats label="Figures">
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
  interval,
  isErrorShown,
}: {
  zone: string
  first: boolean
  interval: number | false
  /** A banner that says what is wrong stands on the page already; its button asks for everything again. */
  isErrorShown: boolean
}) {
  // Until a number is connected, the banner above holds the next thing to do.
  const { status } = useOnboardingStatus()
  const table = useCampaignsTable(zone)
  const list = useQuery({
    ...queryFor(campaigns.list, { query: { limit: recentCount } }),
    refetchInterval: interval || 30_000,
  })
  return (
    <Section
      first={first}
      title="Recent Campaigns"
      aside={
        list.isPending ? (
          <span className="sm t3 loading-words">Loading campaigns...</span>
        ) : (
          `Times in ${zone}`
        )
      }
    >
      {list.isError && !isErrorShown ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} dataFrom={list.dataUpdatedAt} />
      ) : null}
      {list.isError && !list.data ? (
        <p className="t2">Your campaigns appear here when they can be loaded.</p>
      ) : (
        <DataTable
          {...table}
          rows={list.data?.campaigns ?? []}
          loading={list.isPending}
          empty={
            <Empty
              level={3}
              title="No campaigns found."
              actions={
                <LinkButton kind={status?.isReady ? 'yours' : 'default'} to="/campaigns">
                  Create a campaign
                </LinkButton>
              }
            >
              Choose an approved template, say who gets it, look at it as they will see it, and send it now or
              later.
            </Empty>
          }
        />
      )}
    </Section>
  )
}
