import { t } from '#web/messages/t.ts'

/** What the leads screens show when the server gave no sentence of its own. */
export const leadErrors = {
  fetch: () => ({
    failed: t('leads.failures.fetch.failed'),
    unreachable: t('leads.failures.fetch.unreachable'),
  }),
  scrape: () => ({
    failed: t('leads.failures.scrape.failed'),
    unreachable: t('leads.failures.scrape.unreachable'),
  }),
  upload: () => ({
    failed: t('leads.failures.upload.failed'),
    unreachable: t('leads.failures.upload.unreachable'),
  }),
  add: () => ({ failed: t('leads.failures.add.failed'), unreachable: t('leads.failures.add.unreachable') }),
  change: () => ({
    failed: t('leads.failures.change.failed'),
    unreachable: t('leads.failures.change.unreachable'),
  }),
  export: () => ({ failed: t('leads.failures.export') }),
  download: () => ({ failed: t('leads.failures.download') }),
}
