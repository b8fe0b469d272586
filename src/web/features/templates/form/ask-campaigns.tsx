import { Radio } from '@mantine/core'
import type { LocalTemplate, TemplateUsage } from '#contract/templates.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { counted } from '#web/format/number.ts'

type AfterReview = 'go_on' | 'wait'

/**
 * Before a change is sent for review: which campaigns use the template, what happens to them, and whether they go on by
 * themselves after it. Null: the owner thought better of it.
 */
export async function askAboutCampaigns(
  readUsage: (id: number) => Promise<TemplateUsage>,
  template: LocalTemplate,
): Promise<AfterReview | null> {
  const usage = await readUsage(template.id)
  const open = usage.open_campaigns
  if (open.length === 0) return 'go_on'
  const choice: { made: AfterReview } = { made: 'go_on' }
  const yes = await confirm({
    title: `Change “${template.title}”?`,
    consequence: (
      <>
        <p>{counted(open.length, 'campaign uses', 'campaigns use')} this template:</p>
        <ul className="ask-list">
          {open.slice(0, 8).map(({ id, name, status }) => (
            <li key={id}>
              <b>{name}</b>, {status.toLowerCase()}
            </li>
          ))}
          {open.length > 8 ? <li>and {open.length - 8} more</li> : null}
        </ul>
        <p>
          They wait while WhatsApp reviews the new version. People who have the message keep the old text;
          everybody else gets the new one. WhatsApp does not keep the old version.
        </p>
        <Radio.Group
          className="ask-choice"
          label="After the review"
          defaultValue="go_on"
          onChange={(value) => {
            choice.made = value
          }}
        >
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Radio.Group>
        <p className="sm t3">If the new version has new variables, we ask you what fills them first.</p>
      </>
    ),
    confirm: 'Send for review',
    cancel: 'Keep editing',
    harmless: true,
  })
  return yes ? choice.made : null
}

const choices: readonly { value: AfterReview; label: string }[] = [
  { value: 'go_on', label: 'Campaigns go on by themselves with the new version' },
  { value: 'wait', label: 'Campaigns wait until I resume them' },
]
