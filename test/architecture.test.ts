import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, shipped, sources } from './sources.ts'

/** The layer a file is in, and the layers it may import from; what is not listed may not be imported. */
const layers: { name: string; files: RegExp; may: RegExp[]; packages?: RegExp }[] = [
  {
    name: 'contract',
    files: /^src\/contract\//,
    may: [/^src\/contract\//],
    packages: /^(zod|use-intl\/core)$/,
  },
  { name: 'messages', files: /^src\/server\/messages\//, may: [/^src\/(server\/messages|contract)\//] },
  {
    name: 'platform',
    files: /^src\/server\/platform\//,
    may: [/^src\/server\/(platform|messages)\//, /^src\/contract\/(errors|endpoint|messages\/language)\.ts$/],
  },
  {
    name: 'providers',
    files: /^src\/server\/providers\//,
    may: [/^src\/server\/(providers|platform|messages)\//],
  },
  {
    name: 'stored text',
    files: /^src\/server\/stored-text\//,
    may: [/^src\/(server\/(stored-text|providers|messages)|contract)\//],
  },
  {
    name: 'migrations',
    files: /^src\/server\/migrations\//,
    may: [/^src\/server\/migrations\//],
    packages: /^(kysely|node:)/,
  },
  {
    name: 'app',
    files: /^src\/server\/(app|tables)\.ts$/,
    may: [/^src\/server\/(platform|providers)\//, /^src\/server\/tables\.ts$/],
  },
  {
    name: 'features',
    files: /^src\/server\/features\//,
    may: [
      /^src\/contract\//,
      /^src\/server\/(platform|providers|features|messages|stored-text)\//,
      /^src\/server\/(app|tables)\.ts$/,
    ],
  },
  {
    name: 'server',
    files: /^src\/server\/[^/]+\.ts$/,
    may: [/^src\/(server|contract)\//, /^src\/sandbox\/(sandbox|world\/seed)\.ts$/],
  },
  { name: 'web', files: /^src\/web\//, may: [/^src\/(web|contract)\//] },
  { name: 'sandbox', files: /^src\/sandbox\//, may: [/^src\/sandbox\//] },
]

const isOurs = (name: string): boolean => /^(src|test|scripts|e2e|bench)\//.test(name)

describe('the layers', () => {
  it.each(layers)('$name imports only what lies below it', ({ files, may, packages }) => {
    const faults = shipped
      .filter(({ path }) => files.test(path))
      // A file belongs to the first layer that names it: `app.ts` is not "server".
      .filter(({ path }) => layers.find((layer) => layer.files.test(path))?.files === files)
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) =>
            isOurs(name) ? !may.some((allowed) => allowed.test(name)) : packages && !packages.test(name),
          )
          .map((name) => `${path} imports ${name}`),
      )
    expect(faults).toEqual([])
  })

  it('a feature is entered by its main file', () => {
    const feature = (path: string): string | undefined => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1]
    const faults = shipped.flatMap(({ path, imports }) =>
      imports
        .filter((name) => {
          const entered = feature(name)
          if (!entered || entered === feature(path)) return false
          if (name === `src/server/features/${entered}/${entered}.ts`) return false
          const inventory = path === 'src/server/routes.ts' || path === 'src/server/handlers.ts'
          return !(inventory && /\/[\w-]+\.(routes|jobs)\.ts$/.test(name))
        })
        .map((name) => `${path} imports ${name}`),
    )
    expect(faults).toEqual([])
  })

  it('a screen enters another feature by its main file, and only the router opens pages', () => {
    const feature = (path: string): string | undefined => /^src\/web\/features\/([^/]+)\//.exec(path)?.[1]
    const faults = shipped
      .filter(({ path }) => path.startsWith('src/web/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => {
            const entered = feature(name)
            if (!entered || entered === feature(path)) return false
            if (path === 'src/web/router.tsx') return !name.endsWith('-page.tsx')
            // The landing page has a document of its own.
            if (path === 'src/web/landing.ts') return entered !== 'landing'
            return !feature(path) || name !== `src/web/features/${entered}/${entered}.ts`
          })
          .map((name) => `${path} imports ${name}`),
      )
    expect(faults).toEqual([])
  })

  it('no screen reads the schemas of a call, which its bundle does not hold', () => {
    const tables = shipped.flatMap(({ path, text }) =>
      path.startsWith('src/contract/')
        ? [...text.matchAll(/export const (\w+) = endpoints\(/g)].map(([, name]) => name)
        : [],
    )
    expect(tables.length).toBeGreaterThan(40)
    // Types are not there when it runs.
    const reads = new RegExp(
      `(?<!typeof |['.])\\b((${tables.join('|')})\\.\\w+|endpoint)\\.(params|query|body|response)\\b`,
    )
    const faults = shipped
      .filter(({ path }) => /^src\/(web|contract)\//.test(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line) => (reads.test(line) ? [`${path}: ${line}`] : [])),
      )
    expect(faults).toEqual([])
  })

  it('one module writes CSV, so that each export is quoted and safe in a spreadsheet', () => {
    const own = 'src/server/platform/csv.ts'
    const faults = shipped
      .filter(
        ({ path, text, imports }) =>
          path !== own && (imports.includes('csv-stringify') || text.includes("'text/csv")),
      )
      .map(({ path }) => path)
    // A web page only reads the type of a chosen file.
    expect(faults.filter((path) => path.startsWith('src/server/'))).toEqual([])
  })

  it('the folders of a feature import each other in one direction', () => {
    const arrows = new Map<string, Set<string>>()
    const stages = /^src\/(server\/(features|providers)|sandbox)\//
    for (const { path, imports } of shipped.filter((one) => stages.test(one.path)))
      for (const name of imports.filter((one) => stages.test(one))) {
        const [from, to] = [dirname(path), dirname(name)]
        // The folder of a feature or a layer holds its main file, which names all of its stages.
        if (from === to || isMainFolder(from)) continue
        arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
      }
    expect(findCycle(new Map([...arrows].map(([from, to]) => [from, [...to]])))).toEqual([])
  })

  it('a folder holds no more files than one can look over', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources.filter(({ path }) => !/\/(migrations|fixtures)\//.test(path)))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, files]) => files > 20)).toEqual([])
  })

  it('nothing imports in a circle, types included', () => {
    expect(findCycle(new Map(shipped.map(({ path, imports }) => [path, imports.filter(isOurs)])))).toEqual([])
  })
})

/** `src/server/features/leads`, `src/server/providers/meta`, `src/sandbox`: the folder above the stages. */
const isMainFolder = (folder: string): boolean =>
  /^src\/(server\/(features|providers)\/[^/]+|sandbox)$/.test(folder)

/** The first circle in a graph of imports, as the files it goes through; empty when there is none. */
function findCycle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    done.add(path)
    return []
  }
  for (const path of graph.keys()) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

describe('imports', () => {
  it('end in the name of the file', () => {
    const faults = sources.flatMap(({ path, imports }) =>
      imports
        .filter((name) => isOurs(name) && !/\.(tsx?|mjs|css|json|svg|md)$/.test(name))
        .map((name) => `${path} imports ${name}`),
    )
    expect(faults).toEqual([])
  })
})

/** Which feature writes which table. A table that is here twice, or not at all, is an error. */
const owners: Record<string, string[]> = {
  accounts: [
    'business_deletions',
    'businesses',
    'gone_links',
    'users',
    'sessions',
    'login_failures',
    'password_resets',
    'email_confirmations',
    'team_invitations',
    'audit_events',
    'two_factors',
    'passkeys',
    'passkey_challenges',
    'recovery_codes',
    'api_keys',
  ],
  onboarding: [
    'whatsapp_accounts',
    'account_blocks',
    'phone_numbers',
    'number_health',
    'oauth_states',
    'business_registrations',
    'meta_logins',
    'doctor_reports',
    'doctor_requests',
    'account_warnings',
    'hosted_signup_intents',
    'hosted_signups',
  ],
  leads: [
    'leads',
    'lead_fields',
    'lead_tags',
    'lead_tag_aliases',
    'lead_tag_checks',
    'lead_search',
    'lead_search_businesses',
    'lead_search_pending',
    'consent_changes',
    'person_addresses',
    'suppressions',
    'lead_imports',
    'lead_import_updates',
    'lead_bulk_changes',
    'lead_bulk_snapshots',
    'erased_addresses',
    'lead_replies',
    'consent_questions',
    'directory_answers',
    'directory_turns',
  ],
  templates: [
    'provider_templates',
    'templates',
    'template_media',
    'template_media_uploads',
    'template_syncs',
    'message_rates',
  ],
  messages: [
    'message_contents',
    'messages',
    'lanes',
    'dispatches',
    'sending_settings',
    'callback_tags',
    'link_clicks',
    'lost_claims',
    'message_archives',
    'message_archive_cursors',
  ],
  campaigns: [
    'campaigns',
    'campaign_drafts',
    'campaign_events',
    'campaign_trials',
    'campaign_variants',
    'price_lists',
  ],
  conversations: [
    'conversations',
    'conversation_addresses',
    'inbound_messages',
    'message_reactions',
    'early_message_changes',
    'conversation_sends',
    'conversation_events',
    'conversation_drafts',
    'conversation_views',
    'conversation_labels',
    'conversation_changes',
    'office_hours',
    'quick_replies',
    'chat_files',
    'chat_settings',
  ],
  dashboard: ['first_runs', 'test_phones'],
  chatbot: [
    'bot_settings',
    'bot_rules',
    'bot_secrets',
    'bot_flows',
    'bot_flow_versions',
    'bot_sessions',
    'bot_handled',
    'bot_events',
    'bot_ai_answers',
    'bot_ai_costs',
  ],
  analytics: [
    'analytics_marks',
    'analytics_blocks',
    'analytics_messages',
    'analytics_tagged',
    'analytics_leads',
    'lead_tag_tallies',
    'lead_tallies',
    'message_tallies',
    'chat_tallies',
    'analytics_drifts',
    'ad_visits',
    'conversions',
    'attribution_settings',
    'conversion_sources',
    'meta_event_settings',
    'meta_events',
  ],
  growth: [
    'optin_forms',
    'optin_form_versions',
    'optin_codes',
    'optin_proofs',
    'optin_attempts',
    'optin_confirmations',
    'optin_visits',
    'optin_visitors',
  ],
  segments: ['segments'],
  sequences: ['sequences', 'sequence_versions', 'sequence_contents', 'sequence_people', 'sequence_members'],
  webhooks: ['webhook_events', 'webhook_packing', 'webhook_queue', 'webhook_refusals'],
  health: ['alerts', 'install_marks'],
  privacy: ['erasures', 'retention_runs', 'retention_settings'],
  integrations: ['idempotency_keys', 'hook_endpoints', 'hook_events', 'hook_deliveries'],
  social: [
    'social_accounts',
    'social_logins',
    'social_account_notices',
    'social_media',
    'social_media_variants',
    'social_recurrences',
    'social_posts',
    'social_post_media',
    'social_publications',
    'social_publication_steps',
    'social_insights',
    'social_post_figures',
    'social_insight_runs',
    'social_queue_slots',
    'social_drafts',
    'social_requests',
    'social_recurrence_targets',
    'social_occurrences',
    'social_post_imports',
    'social_post_import_rows',
    'social_post_notices',
    'social_withdrawals',
  ],
  help: ['help_messages'],
  recovery: ['database_guard', 'journals', 'recoveries'],
  keys: ['install_secrets'],
}

describe('tables', () => {
  const tables = [
    ...readFileSync(join(root, 'src/server/tables.ts'), 'utf8')
      .split('export interface Tables {')[1]!
      .matchAll(/^ {2}(\w+):/gm),
  ]
    .map((match) => match[1]!)
    .sort()

  it('each belong to one feature', () => {
    expect(Object.values(owners).flat().sort()).toEqual(tables)
  })

  it('are written only by the feature that owns them', () => {
    const writes =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)(?: as \w+)?'|\b(?:insert into|update|delete from|copy|truncate)\s+(\w+)\b/gi
    const faults = shipped
      .filter(({ path }) => path.startsWith('src/server/') && !path.startsWith('src/server/migrations/'))
      .flatMap(({ path, text }) => {
        const feature = /^src\/server\/features\/([^/]+)\//.exec(path)?.[1] ?? ''
        return [...text.matchAll(writes)]
          .map((match) => match[1] ?? match[2] ?? '')
          .filter((table) => tables.includes(table) && !owners[feature]?.includes(table))
          .map((table) => `${path} writes ${table}`)
      })
    expect(faults).toEqual([])
  })
})
