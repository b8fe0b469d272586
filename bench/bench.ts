import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run bench [names]`: measures, and writes the figures to `bench/results/`, each beside what it has to reach and
 * the raw ceiling of the same run. Nothing here passes or fails: a machine is what it is.
 */
type Bench = {
  name: string
  file: string
  args: string[]
  /** What it has to reach, in words. */
  wanted: string
  /** The figure that counts, from what the measurement printed. */
  figure: (found: Record<string, number>) => string
}

const round = (value: number | undefined): string =>
  (value ?? Number.NaN).toLocaleString('en', { maximumFractionDigits: 1 })
const times = (value: number | undefined): string => `${(value ?? Number.NaN).toFixed(2)} times`
const share = (value: number | undefined): string => `${round((value ?? Number.NaN) * 100)} %`

const benches: Bench[] = [
  {
    name: 'dispatch',
    file: 'sending/dispatch.ts',
    args: ['50000'],
    wanted: 'at least 40 % of the HTTP client alone',
    figure: (f) => `${round(f.perSecond)}/s, ${share(f.share)} of ${round(f.rawPerSecond)}/s`,
  },
  {
    name: 'end-to-end',
    file: 'sending/end-to-end.ts',
    args: ['30000'],
    wanted: 'none missed, at least 50 % of the same traffic without books',
    figure: (f) =>
      `${round(f.perSecond)}/s, ${share(f.share)} of ${round(f.rawPerSecond)}/s, ${f.missed} missed`,
  },
  {
    name: 'webhooks applied by two workers',
    file: 'sending/applying.ts',
    args: ['15000'],
    wanted: 'at least 1.6 times as many as by one',
    figure: (f) =>
      `${times(f.ratio)}: ${round(f.onePerSecond)}/s by one, ${round(f.twoPerSecond)}/s by two; with a fifth of a processor each ${times(f.limitedRatio)}: ${round(f.limitedOnePerSecond)}/s and ${round(f.limitedTwoPerSecond)}/s`,
  },
  {
    name: 'statuses in sets',
    file: 'sending/statuses.ts',
    args: ['1000000'],
    wanted: 'at least 40,000/s',
    figure: (f) =>
      `${round(f.perSecond)}/s; bare updates by key ${round(f.rawPerSecond)}/s; ${share(f.hotShare)} within their page`,
  },
  ...[80, 1000].map((limit) => ({
    name: `pacing at ${limit}/s`,
    file: 'sending/pacing.ts',
    args: [String(limit)],
    wanted: '97 to 100 % of the limit in each second, never above',
    figure: (f: Record<string, number>) =>
      `${share(f.least)} to ${share(f.most)}; fullest moving second ${share(f.highest)}`,
  })),
  ...[
    { people: 100_000, wanted: 'under 3 s' },
    { people: 1_000_000, wanted: 'under 30 s' },
  ].map(({ people, wanted }) => ({
    name: `scheduling ${people.toLocaleString('en')}`,
    file: 'sending/scheduling.ts',
    args: [String(people)],
    wanted,
    figure: (f: Record<string, number>) =>
      `${round(f.seconds)} s: ${round(f.scheduleSeconds)} s to the answer, ${round(f.startSeconds)} s for the start; into a bare table ${round(f.rawSeconds)} s`,
  })),
  {
    name: 'pause',
    file: 'sending/pause.ts',
    args: [],
    wanted: 'within 1 s',
    figure: (f) =>
      `last one ${round(f.lastTakenAfterMs)} ms after the pause, ${f.takenAfter} of them, at ${round(f.perSecond)}/s`,
  },
  {
    name: 'upload of 500 MB',
    file: 'social/upload.ts',
    args: ['500'],
    wanted: 'memory up by at most 60 MB',
    figure: (f) =>
      `${round(f.risenMegabytes)} MB; ${round(f.seconds)} s, streamed to a file alone ${round(f.rawSeconds)} s`,
  },
  {
    name: 'lane hand-over',
    file: 'sending/hand-over.ts',
    args: [],
    wanted: 'within 30 s of a SIGKILL, nobody twice',
    figure: (f) => `${round(f.gapSeconds)} s; ${f.unknown} unknown, ${f.twice} twice`,
  },
  {
    name: 'full journal compared',
    file: 'sending/journal.ts',
    args: ['7000000'],
    wanted: 'finds what the database lost and nothing else; at most 350 MB more',
    figure: (f) =>
      `${f.wrong} wrong; ${round(f.seconds)} s for ${round(f.gigabytes)} GB (its lines read once ${round(f.rawSeconds)} s), ${round(f.moreMegabytes)} MB more`,
  },
  {
    name: 'archive of messages',
    file: 'size/archive.ts',
    args: ['200000'],
    wanted: 'at least 10,000/s, at most 100 bytes for a message',
    figure: (f) =>
      `${round(f.perSecond)}/s (a bare update of the same rows ${round(f.rawPerSecond)}/s); ${round(f.archiveBytes)} bytes for a message, its row ${round(f.rowBytesBefore)} before and ${round(f.rowBytesAfter)} after; a person found in all of them in ${round(f.personSeconds)} s`,
  },
  {
    name: 'webhook intake',
    file: 'sending/intake.ts',
    args: ['40000'],
    wanted:
      'at least 6,000/s; p99 under 200 ms at 3,000/s; in hundreds at least 40,000 statuses/s; none lost',
    figure: (f) =>
      `${round(f.perSecond)}/s, ${share(f.share)} of ${round(f.rawPerSecond)}/s; p99 ${round(f.p99AtThreeThousandMs)} ms; in hundreds ${round(f.batchedPerSecond)}/s; ${f.lost} lost`,
  },
  {
    name: 'clicks on links',
    file: 'growth/clicks.ts',
    args: ['30000'],
    wanted: 'at least 5,000/s; p99 under 10 ms at 2,000/s; none lost',
    figure: (f) =>
      `${round(f.perSecond)}/s, ${share(f.share)} of ${round(f.rawPerSecond)}/s; p99 ${round(f.p99AtTwoThousandMs)} ms, bare ${round(f.rawP99AtTwoThousandMs)} ms; the load itself late by ${round(f.loadLateP99Ms)} ms, bare ${round(f.rawLoadLateP99Ms)} ms; ${f.lost} lost`,
  },
  {
    name: 'public pages',
    file: 'growth/public-pages.ts',
    args: [],
    wanted: 'widget under 5 kB, page of a form under 20 kB, compressed (needs `npm run build`)',
    figure: (f) =>
      `widget ${round(f.widgetBytes)} bytes (${round(f.widgetRawBytes)} without compression), page ${round(f.pageBytes)} bytes (${round(f.pageRawBytes)})`,
  },
  {
    name: 'sequences, 100,000 due steps',
    file: 'growth/sequences.ts',
    args: ['100000'],
    wanted: 'planned in under 10 s',
    figure: (f) =>
      `${round(f.seconds)} s; the first step from the entry ${round(f.enterSeconds)} s; into a bare table ${round(f.rawSeconds)} s`,
  },
  {
    name: 'chatbot',
    file: 'inbox/chatbot.ts',
    args: ['500'],
    wanted: 'at least 1,000 steps/s; none missing, none twice',
    figure: (f) =>
      `${round(f.stepsPerSecond)} steps/s (as many rows into a bare table ${round(f.rawPerSecond)}/s); ${f.wrong} missing or too many`,
  },
  {
    name: 'inbox of 5,000,000 messages',
    file: 'inbox/inbox-lists.ts',
    args: ['5000000'],
    wanted: 'each list, page and search under 50 ms at p99',
    figure: (f) =>
      `slowest p50 ${round(f.worstP50Milliseconds)} ms, p99 ${round(f.worstP99Milliseconds)} ms (bare statement p99 ${round(f.rawP99Milliseconds)} ms); open p99 ${round(f.openP99Milliseconds)} ms, messages p99 ${round(f.timelineP99Milliseconds)} ms, deep ${round(f.timelineDeepP99Milliseconds)} ms; search rare ${round(f.searchRareP99Milliseconds)} ms, frequent ${round(f.searchFrequentP99Milliseconds)} ms, by phone ${round(f.searchPhoneP99Milliseconds)} ms`,
  },
  {
    name: '1,000 inbound messages a second',
    file: 'inbox/inbound.ts',
    args: ['1000', '60'],
    wanted: 'all stored and in order, bot answers under 2 s at p95',
    figure: (f) =>
      `${round(f.perSecond)}/s (a server that only answers ${round(f.rawPerSecond)}/s); shown p95 ${round(f.shownP95Milliseconds)} ms, answered p95 ${round(f.answeredP95Milliseconds)} ms, at the provider p95 ${round(f.acceptedP95Milliseconds)} ms, ${round(f.behindSeconds)} s behind; ${f.notShown} not shown, ${f.notAnswered} not answered, ${f.unordered} out of order, ${f.notAccepted} not accepted; ${round(f.perCpuSecond)} messages for each second of a processor (product ${round(f.productCpuSeconds)} s, PostgreSQL ${round(f.postgresCpuSeconds)} s; beside them the sandbox ${round(f.sandboxCpuSeconds)} s and the writers ${round(f.writersCpuSeconds)} s); load of the machine ${round(f.load)}`,
  },
  {
    name: 'open inbox beside a campaign',
    file: 'inbox/inbox-live.ts',
    args: ['100000'],
    wanted:
      'webhook to 200 open screens under 500 ms at p95, send to provider under 300 ms at p95 beside a campaign',
    figure: (f) =>
      `screens p50 ${round(f.screenP50Milliseconds)} ms, p95 ${round(f.screenP95Milliseconds)} ms; send p50 ${round(f.sendP50Milliseconds)} ms, p95 ${round(f.sendP95Milliseconds)} ms, at most ${round(f.sendWorstMilliseconds)} ms, ${f.notSent} not sent, the number at ${share(f.campaignShare)} of its limit; a bare request p95 ${round(f.rawP95Milliseconds)} ms; load of the machine ${round(f.load)}`,
  },
  {
    name: 'inbox of 50,000 lines scrolled',
    file: 'inbox/scroll.ts',
    args: ['50000'],
    wanted: 'no late frames (needs `npm run build` and Chromium)',
    figure: (f) =>
      `${round(f.framesPerSecond)} frames/s, p95 ${round(f.frameP95Milliseconds)} ms between two (a page of the same height ${round(f.rawFramesPerSecond)}/s, ${round(f.rawFrameP95Milliseconds)} ms), ${share(f.lateShare)} late; a new message on top of ${round(f.lines)} lines after ${round(f.newsMilliseconds)} ms; load of the machine ${round(f.load)}`,
  },
  {
    name: 'builder with 200 steps',
    file: 'inbox/builder.ts',
    args: ['200'],
    wanted: '60 frames a second while the canvas is drawn along (needs `npm run build` and Chromium)',
    figure: (f) =>
      `${round(f.framesPerSecond)} frames/s, p95 ${round(f.frameP95Milliseconds)} ms between two (an empty page ${round(f.rawFramesPerSecond)}/s, ${round(f.rawFrameP95Milliseconds)} ms); ${f.drawn} steps in sight; load of the machine ${round(f.load)}`,
  },
  {
    name: 'size: 1,000,000 leads, 5,000,000 messages, 1,000 other businesses',
    file: 'size/size.ts',
    args: ['1000000', '5000000', '200', '1000'],
    wanted:
      'lists and dashboard under 50 ms at p99, filters and searches under 150 ms, audience check under 1 s',
    figure: (f) => {
      const { small, full } = f as unknown as Record<'small' | 'full', Record<string, [number, number]>>
      const lines = Object.entries(full).map(
        ([name, [p50, p99]]) => `${name} ${round(p50)}/${round(p99)} (${small[name]?.map(round).join('/')})`,
      )
      return `p50/p99 in ms, beside them those of 10,000 leads: ${lines.join(', ')}`
    },
  },
  {
    name: 'import 1,000,000',
    file: 'leads/import.ts',
    args: ['1000000'],
    wanted: 'at most 30 s, at least 25 % of COPY, memory up by at most 150 MB, others under 100 ms at p95',
    figure: (f) =>
      `${round(f.importSeconds)} s, ${share(f.shareOfCopy)} of COPY; upload ${round(f.uploadSeconds)} s, check ${round(f.checkSeconds)} s; memory up by ${round(f.rssGrowthMegabytes)} MB from before the upload (while writing ${round(f.rssGrowthWhileWritingMegabytes)} MB); others ${round(f.othersP95Milliseconds)} ms`,
  },
  {
    name: 'import beside 1,000 businesses',
    file: 'leads/neighbours.ts',
    args: ['60000'],
    wanted:
      'as quick as alone; undo as quick as the import; others under 100 ms at p95; each search under 150 ms',
    figure: (f) =>
      `${round(f.amongManySeconds)} s (alone ${round(f.aloneSeconds)} s), again ${round(f.againSeconds)} s; undo ${round(f.undoSeconds)} s; others ${round(f.othersP95Milliseconds)} ms; search in a million: rare ${round(f.searchRareMilliseconds)} ms, nobody ${round(f.searchNobodyMilliseconds)} ms, by e-mail ${round(f.searchEmailMilliseconds)} ms, common ${round(f.searchCommonMilliseconds)} ms, by phone ${round(f.searchPhoneMilliseconds)} ms`,
  },
  {
    name: 'export of 1,000,000 leads',
    file: 'leads/many-leads.ts',
    args: ['1000000', 'export'],
    wanted: 'whole and identical for a slow reader whose connection is cut',
    figure: (f) =>
      `${round(f.exportSeconds)} s for ${round(f.exportMegabytes)} MB (COPY ${round(f.rawCopySeconds)} s); slow and cut ${f.slowExportCuts} times ${round(f.slowExportSeconds)} s, identical ${f.sameBytes}; load of the machine ${round(f.load)}`,
  },
  ...(['tag', 'consent', 'delete'] as const).map((action) => ({
    name: `${action} 1,000,000 leads`,
    file: 'leads/many-leads.ts',
    args: ['1000000', action],
    wanted: 'complete, its undo too; lists under 100 ms meanwhile',
    figure: (f: Record<string, number>) =>
      `${round(f.seconds)} s, undo ${round(f.undoSeconds)} s (bare ${round(f.rawSeconds)} s), restored ${f.restored}; answers ${round(f.slowestAnswerMilliseconds)} ms at most; lists p50 ${round(f.ownP50Milliseconds)} ms, p99 ${round(f.ownP99Milliseconds)} ms, of others p50 ${round(f.othersP50Milliseconds)} ms, p99 ${round(f.othersP99Milliseconds)} ms; load of the machine ${round(f.load)}`,
  })),
  {
    name: 'segments of 1,000,000 leads',
    file: 'growth/segments.ts',
    args: ['1000000'],
    wanted: 'each count under 1 s',
    figure: (f) =>
      `by tag ${round(f.tagMilliseconds)} ms, by name ${round(f.textMilliseconds)} ms, of a campaign ${round(f.campaignMilliseconds)} ms, read and not clicked ${round(f.retargetMilliseconds)} ms, read in 90 days ${round(f.recentMilliseconds)} ms, bought after a campaign for an amount ${round(f.boughtMilliseconds)} ms, came from an ad ${round(f.adMilliseconds)} ms, with a group ${round(f.groupMilliseconds)} ms; all counts of a builder ${round(f.previewMilliseconds)} ms, its first ones, estimated, ${round(f.groupEstimateMilliseconds)} ms, read and not clicked ${round(f.retargetEstimateMilliseconds)} ms; the slowest first one of a kind ${round(f.firstMilliseconds)} ms; bare counts of leads ${round(f.rawLeadsMilliseconds)} ms, of readers ${round(f.rawReadMilliseconds)} ms; load of the machine ${round(f.load)}`,
  },
  {
    name: 'calendar of 5,000 posts',
    file: 'social/calendar.ts',
    args: ['5000'],
    wanted: 'p99 under 50 ms',
    figure: (f) =>
      `month of ${f.monthPosts} posts p50 ${round(f.monthP50Milliseconds)} ms, p99 ${round(f.monthP99Milliseconds)} ms (bare statement p99 ${round(f.rawP99Milliseconds)} ms); scheduled p99 ${round(f.scheduledP99Milliseconds)} ms; history p99 ${round(f.historyP99Milliseconds)} ms`,
  },
  {
    name: 'analytics of 5,000 posts',
    file: 'social/analytics.ts',
    args: ['5000'],
    wanted: 'p99 under 50 ms',
    figure: (f) =>
      `first page p50 ${round(f.firstP50Milliseconds)} ms, p99 ${round(f.firstP99Milliseconds)} ms (bare statement p99 ${round(f.rawP99Milliseconds)} ms); next page p99 ${round(f.nextP99Milliseconds)} ms`,
  },
  {
    name: 'figures of 5,000,000 messages',
    file: 'growth/message-figures.ts',
    args: ['5000000'],
    wanted: 'analytics under 100 ms at p99',
    figure: (f) =>
      `month p50 ${round(f.monthP50Milliseconds)} ms, p99 ${round(f.monthP99Milliseconds)} ms (bare sum p99 ${round(f.rawP99Milliseconds)} ms); 90 days filtered p99 ${round(f.filteredP99Milliseconds)} ms; year p99 ${round(f.yearP99Milliseconds)} ms; ${f.keptRows} rows kept, counted in ${round(f.countAllSeconds)} s, a block in ${round(f.blockMilliseconds)} ms`,
  },
  {
    name: 'social posts',
    file: 'social/social-dispatch.ts',
    args: ['500'],
    wanted: '500 due in one minute all dispatched within 60 s of it',
    figure: (f) =>
      `last one begun ${round(f.lastBegunSeconds)} s and published ${round(f.lastPublishedSeconds)} s after its minute (half of them after ${round(f.halfPublishedSeconds)} s), ${round(f.requests)} requests of ${round(f.latencyMs)} ms each; the same requests bare ${round(f.rawSeconds)} s; ${f.notPublished} not published`,
  },
  {
    name: 'memory, 1,000,000',
    file: 'memory.ts',
    args: ['1000000'],
    wanted: 'flat, at most 350 MB',
    figure: (f) =>
      `highest ${f.highestMegabytes} MB; by tenths ${String(f.byTenthMegabytes)}; ${round(f.perSecond)}/s`,
  },
]

/** A bench that takes longer has failed. */
const longestMs = 60 * 60_000

const wanted = process.argv.slice(2)
const chosen =
  wanted.length === 0
    ? benches
    : benches.filter(({ name, file }) => wanted.some((one) => name.includes(one) || file.startsWith(one)))
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
const results: { name: string; machine: string; wanted: string; figure: string; found: unknown }[] = []
for (const bench of chosen) {
  process.stdout.write(`${bench.name} …\n`)
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    // As `npm start` runs the product.
    [
      '--max-semi-space-size=24',
      '--heap-growing-percent=50',
      join(import.meta.dirname, bench.file),
      ...bench.args,
    ],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      timeout: longestMs,
    },
  )
  if (status !== 0) {
    const why = signal ? `it did not end in ${longestMs / 60_000} minutes` : stderr.slice(-2000)
    process.stdout.write(`  could not be measured: ${why}\n`)
    continue
  }
  const found = JSON.parse(stdout) as Record<string, number>
  const figure = bench.figure(found)
  process.stdout.write(`  ${figure}   (wanted: ${bench.wanted})\n`)
  results.push({ name: bench.name, machine, wanted: bench.wanted, figure, found })
}

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
const day = new Date().toISOString().slice(0, 10)
// A second run on the same day replaces what it measured and keeps the rest.
const file = join(folder, `${day}.json`)
const before = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { results: typeof results }).results
  : []
const all = benches.flatMap(({ name }) => [...results, ...before].find((row) => row.name === name) ?? [])
writeFileSync(file, `${JSON.stringify({ day, results: all }, null, 2)}\n`)
writeFileSync(
  join(folder, `${day}.md`),
  [
    `# Measured on ${day}`,
    '',
    'Product, PostgreSQL with full durability, and sandbox share the machine.',
    '',
    ...[...Map.groupBy(all, (row) => row.machine)].flatMap(([on, rows]) => [
      `On ${on}:`,
      '',
      '| what | wanted | measured |',
      '|---|---|---|',
      ...rows.map((row) => `| ${row.name} | ${row.wanted} | ${row.figure} |`),
      '',
    ]),
  ].join('\n'),
)
