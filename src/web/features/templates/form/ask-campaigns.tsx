import { Radio } from '@mantine/core'
import type { LocalTemplate, TemplateUsage } from '#contract/templates.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { campaignStatusName } from '../status-names.ts'

type AfterReview = 'go_on' | 'wait'

/**
 * Confirms a change with the campaigns that use the template. Null when the owner keeps editing.
 * @param isReviewed WhatsApp reviews it, and campaigns wait for that.
 */
export async function askAboutCampaigns(
  readUsage: (id: number) => Promise<TemplateUsage>,
  template: LocalTemplate,
  isReviewed: boolean,
): Promise<AfterReview | null> {
  const usage = await readUsage(template.id)
  const open = usage.open_campaigns
  if (open.length === 0) return 'go_on'
  const choice: { made: AfterReview } = { made: 'go_on' }
  const yes = await confirm({
    title: t('templates.form.ask.title', { title: template.title }),
    consequence: (
      <>
        <p>{t('templates.form.ask.uses', { count: open.length })}</p>
        <ul className="ask-list">
          {open.slice(0, 8).map(({ id, name, status }) => (
            <li key={id}>
              {t.rich('templates.form.ask.campaign', {
                ...tags,
                name,
                status: campaignStatusName(status).toLowerCase(),
              })}
            </li>
          ))}
          {open.length > 8 ? <li>{t('templates.form.ask.more', { count: open.length - 8 })}</li> : null}
        </ul>
        {isReviewed ? (
          <>
            <p>{t('templates.form.ask.explain')}</p>
            <Radio.Group
              className="ask-choice"
              label={t('templates.form.ask.after')}
              defaultValue="go_on"
              onChange={(value) => {
                choice.made = value
              }}
            >
              {choices().map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Radio.Group>
            <p className="sm t3">{t('templates.form.ask.newVariables')}</p>
          </>
        ) : (
          <p>{t('templates.form.ask.atOnce')}</p>
        )}
      </>
    ),
    confirm: t(isReviewed ? 'templates.form.ask.send' : 'templates.actions.save'),
    cancel: t('templates.form.ask.keep'),
    harmless: true,
  })
  return yes ? choice.made : null
}

const choices = (): readonly { value: AfterReview; label: string }[] => [
  { value: 'go_on', label: t('templates.form.ask.goOn') },
  { value: 'wait', label: t('templates.form.ask.wait') },
]
